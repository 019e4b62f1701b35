import { Form, Link, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { useText } from '../../language/index.ts'
import { Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import type { SecretModel, WebhookFailure, WebhookModel, WebhookPageModel } from './model.ts'
import { SecretCard, WebhookFields } from './webhook-fields.tsx'
import { WebhookState } from './webhooks-page.tsx'
import { useWords } from './words.ts'

interface WebhookPageProps {
  readonly model: WebhookPageModel
  readonly secret: SecretModel | undefined
  readonly failure: WebhookFailure | undefined
  /** A form was carried out. */
  readonly isSaved: boolean
}

/** One webhook: how it goes, its messages, and its settings. */
export function WebhookPage({ model, secret, failure, isSaved }: WebhookPageProps) {
  const t = useWords()
  const { webhook, choices, deliveries, next } = model
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormRefusal failure={failure} />
      {isSaved && <output className="sr-only">{t('page.done')}</output>}
      {secret && <SecretCard of={secret} rotatesUntil={webhook.rotatesUntil ?? undefined} />}
      <StandingCard of={webhook} />
      <DeliveriesCard deliveries={deliveries} isOn={webhook.state === 'on'} />
      {next !== null && (
        <p className="text-[13px]">
          <Link className="underline underline-offset-2" to={`?${new URLSearchParams({ cursor: next })}`}>
            {t('messages.older')}
          </Link>
        </p>
      )}
      <SettingsCard choices={choices} failure={failure} of={webhook} />
      <DangerCard />
    </div>
  )
}

function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}

/** How it goes, with a way to find out. */
function StandingCard({ of }: { readonly of: WebhookModel }) {
  const { state, standing, waiting, created, rotatesUntil } = of
  const t = useWords()
  const isTesting = useBusy('test')
  const isSwitching = useBusy(state === 'on' ? 'paused' : 'on')
  return (
    <Card aria-labelledby="standing-heading" className="pb-5">
      <CardHeader id="standing-heading" title={t('status.title')}>
        <WebhookState of={of} />
      </CardHeader>
      <div className="mt-3 grid gap-3 px-4 text-[13px] sm:px-5">
        <p>
          {standing}
          {waiting !== null && ` ${waiting}`}
        </p>
        <p className="text-faint">
          {created}
          {rotatesUntil !== null && ` ${t('status.twoSecrets', { time: rotatesUntil })}`}
        </p>
        <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
          {state === 'on' && (
            <Button isBusy={isTesting} name="intent" size="small" value="test">
              {t('do.test')}
            </Button>
          )}
          <Button isBusy={isSwitching} name="intent" size="small" value={state === 'on' ? 'paused' : 'on'}>
            {t(state === 'on' ? 'do.pause' : 'do.on')}
          </Button>
        </Form>
      </div>
    </Card>
  )
}

type SettingsCardProps = Pick<WebhookPageProps, 'failure'> &
  Pick<WebhookPageModel, 'choices'> & { readonly of: WebhookModel }

function SettingsCard({ of: { url, events }, choices, failure }: SettingsCardProps) {
  const t = useWords()
  const text = useText()
  const isBusy = useBusy('save')
  return (
    <Card aria-labelledby="settings-heading" className="pb-5">
      <CardHeader id="settings-heading" title={t('settings.title')} />
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5"
        key={failure ? 'again' : `${url} ${events.join(' ')}`}
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="save" />
        <WebhookFields choices={choices} errors={failure?.fields ?? {}} given={failure?.typed ?? { url, events }} />
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {text('action.save')}
        </Button>
      </Form>
    </Card>
  )
}

/** What cannot be taken back. */
function DangerCard() {
  const t = useWords()
  const isRotating = useBusy('rotate')
  const isRemoving = useBusy('remove')
  return (
    <Card aria-labelledby="danger-heading" className="pb-5">
      <CardHeader id="danger-heading" title={t('danger.title')} />
      <div className="mt-3 grid justify-items-start gap-3 px-4 text-[13px] sm:px-5">
        <p>{t('danger.rotateNote')}</p>
        <Form method="post">
          <Button isBusy={isRotating} name="intent" size="small" value="rotate">
            {t('danger.rotate')}
          </Button>
        </Form>
        <details>
          <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
            {t('danger.delete')}
          </summary>
          <Form className="mt-2 grid justify-items-start gap-3 rounded-lg bg-sunken p-4" method="post">
            <p>{t('danger.deleteNote')}</p>
            <Button isBusy={isRemoving} kind="danger" name="intent" size="small" value="remove">
              {t('danger.deleteGo')}
            </Button>
          </Form>
        </details>
      </div>
    </Card>
  )
}
