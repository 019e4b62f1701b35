import { Form, href, Link, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Plug } from '../../icons.ts'
import { Badge, Button, Card, CardHeader, EmptyState } from '../../ui/index.ts'
import type { SecretModel, WebhookFailure, WebhookModel, WebhooksModel } from './model.ts'
import { SecretCard, WebhookFields } from './webhook-fields.tsx'
import { useWords } from './words.ts'

interface WebhooksPageProps {
  readonly model: WebhooksModel
  readonly domain: string
  readonly secret: SecretModel | undefined
  readonly failure: WebhookFailure | undefined
}

const untyped = { url: '', events: ['order.booked', 'refund.booked', 'figure.changed'] }

/** The webhooks of a shop, and the form for another one. */
export function WebhooksPage({ model: { webhooks, choices }, domain, secret, failure }: WebhooksPageProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'add'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormRefusal failure={failure} />
      {secret && <SecretCard of={secret} />}
      <Card aria-labelledby="webhooks-heading">
        <CardHeader id="webhooks-heading" title={t('list.title')} />
        {webhooks.length === 0 ? (
          <EmptyState icon={Plug} title={t('list.empty')}>
            {t('list.emptyAdvice')}
          </EmptyState>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {webhooks.map((webhook) => (
              <li className="px-4 py-3.5 sm:px-5" key={webhook.id}>
                <WebhookRow domain={domain} of={webhook} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card aria-labelledby="add-heading" className="pb-5">
        <CardHeader id="add-heading" note={t('add.note')} title={t('add.title')} />
        <Form
          className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5"
          key={secret?.webhook ?? (failure ? 'again' : 'first')}
          method="post"
          preventScrollReset
        >
          <input name="intent" type="hidden" value="add" />
          <WebhookFields choices={choices} errors={failure?.fields ?? {}} given={failure?.typed ?? untyped} />
          <Button className="w-fit" isBusy={isBusy} kind="primary">
            {t('add.go')}
          </Button>
        </Form>
      </Card>
    </div>
  )
}

function WebhookRow({ of, domain }: { readonly of: WebhookModel; readonly domain: string }) {
  const { id, url, events, standing, waiting, created } = of
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          className="min-w-0 break-all font-medium underline underline-offset-2"
          to={href('/shop/:domain/settings/webhooks/:webhook', { domain, webhook: id })}
        >
          {url}
        </Link>
        <WebhookState of={of} />
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">{events.join(' · ')}</p>
      <p className="mt-0.5 text-[13px] text-faint">
        {created} {standing}
        {waiting !== null && ` ${waiting}`}
      </p>
    </>
  )
}

/** Whether a webhook is on, and whether anything arrives. */
export function WebhookState({ of: { state, stateText, isFailing } }: { readonly of: WebhookModel }) {
  const t = useWords()
  if (isFailing) return <Badge tone="warn">{t('status.failing')}</Badge>
  return <Badge tone={state === 'on' ? 'good' : state === 'off' ? 'bad' : 'neutral'}>{stateText}</Badge>
}
