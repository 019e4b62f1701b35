import { useEffect } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { Badge, Button, buttonClass, Card, CardHeader, Meter, Notice, TextField } from '../../ui/index.ts'
import { FormRefusal } from '../fields/form-refusal.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import type { BillingModel, BillingOutcome, CurrentModel } from './model.ts'
import { PlansCard, PreviewCard } from './plans-card.tsx'
import { useBillingWords } from './words.ts'

interface BillingCardsProps {
  readonly model: BillingModel
  readonly outcome: BillingOutcome | undefined
}

/** The plan of an organisation: what it is, what is used of it, what else can be chosen, and its invoices. */
export function BillingCards({ model, outcome }: BillingCardsProps) {
  const { isWaiting, current, usage, preview, invoices } = model
  useAsking(isWaiting)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Messages model={model} outcome={outcome} />
      {preview && <PreviewCard page={model.page} preview={preview} />}
      <CurrentCard current={current} exportPage={model.exportPage} />
      {usage && <UsageCard usage={usage} />}
      {model.plans.length > 0 && <PlansCard model={model} />}
      {invoices && <InvoicesCard invoices={invoices} />}
    </div>
  )
}

const askEveryMs = 2_000

/** Asks again until a purchase is confirmed. */
function useAsking(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), askEveryMs)
    return () => clearTimeout(timer)
  }, [isWaiting, revalidate, state])
}

/** What has happened, what waits, and where the browser goes on. */
function Messages({ model: { notices, isWaiting, page }, outcome }: BillingCardsProps) {
  const t = useBillingWords()
  const onward = outcome?.onward
  useEffect(() => {
    if (onward !== undefined) location.assign(onward)
  }, [onward])
  return (
    <div className="grid gap-3 empty:hidden">
      <FormRefusal failure={outcome?.failure} />
      {onward !== undefined && (
        <output>
          <Notice
            action={
              <a className="underline underline-offset-2" href={onward}>
                {t('onward.link')}
              </a>
            }
            severity="info"
          >
            {t('onward.text')}
          </Notice>
        </output>
      )}
      {isWaiting && (
        <output>
          <Notice
            action={
              <Link className="underline underline-offset-2" reloadDocument to={page}>
                {t('wait.reload')}
              </Link>
            }
            severity="info"
          >
            {t('wait.text')}
          </Notice>
        </output>
      )}
      {notices.map(({ severity, text }) => (
        <output key={text}>
          <Notice severity={severity}>{text}</Notice>
        </output>
      ))}
    </div>
  )
}

interface CurrentCardProps {
  readonly current: CurrentModel
  readonly exportPage: string | null
}

function CurrentCard({ current, exportPage }: CurrentCardProps) {
  const t = useBillingWords()
  const { name, state, facts, resume, canPay, cancel } = current
  const busy = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="current-heading" className="pb-5">
      <CardHeader id="current-heading" title={t('pay.current')}>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </CardHeader>
      <div className="mt-2 px-4 sm:px-5">
        <p className="text-match-parent font-semibold text-lg tracking-tight" dir="auto">
          {name}
        </p>
        {facts.map((fact) => (
          <p className="mt-1 max-w-prose text-pretty text-soft" key={fact}>
            {fact}
          </p>
        ))}
        <div className="mt-4 flex flex-wrap items-start gap-2 empty:hidden">
          {resume !== null && (
            <Form method="post">
              <Button isBusy={busy === 'resume'} kind="primary" name="intent" value="resume">
                {resume}
              </Button>
            </Form>
          )}
          {canPay && (
            <Form method="post">
              <Button
                isBusy={busy === 'portal'}
                kind={state?.tone === 'warn' ? 'primary' : 'secondary'}
                name="intent"
                value="portal"
              >
                {t('pay.portal')}
              </Button>
            </Form>
          )}
          {cancel !== null && <CancelQuestion exportPage={exportPage} text={cancel} />}
        </div>
      </div>
    </Card>
  )
}

interface CancelQuestionProps {
  readonly text: string
  readonly exportPage: string | null
}

/** Two presses, whatever is typed. Opens without scripts. */
function CancelQuestion({ text, exportPage }: CancelQuestionProps) {
  const t = useBillingWords()
  const isBusy = useNavigation().formData?.get('intent') === 'cancel'
  return (
    <details className="open:basis-full">
      <summary className={`${buttonClass('quiet')} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        {t('cancel.open')}
      </summary>
      <Form className="mt-3 grid max-w-prose gap-4 rounded-lg border border-line p-4" method="post">
        <p className="text-pretty">{text}</p>
        {exportPage !== null && (
          <p>
            <Link className="underline underline-offset-2" to={exportPage}>
              {t('cancel.export')}
            </Link>
          </p>
        )}
        <TextField label={t('cancel.reason')} maxLength={500} name="reason" />
        <p>
          <Button isBusy={isBusy} kind="danger" name="intent" value="cancel">
            {t('cancel.confirm')}
          </Button>
        </p>
      </Form>
    </details>
  )
}

function UsageCard({ usage: { note, rows, isOver } }: { readonly usage: NonNullable<BillingModel['usage']> }) {
  const t = useBillingWords()
  return (
    <Card aria-labelledby="usage-heading" className="pb-5">
      <CardHeader id="usage-heading" note={note} title={t('use.title')} />
      <dl className="mt-3 grid gap-x-8 gap-y-4 px-4 sm:grid-cols-2 sm:px-5">
        {rows.map(({ name, text, share }) => (
          <div key={name}>
            <dt className="text-[13px] text-soft">{name}</dt>
            <dd className="font-medium tabular">
              {text}
              {share && <Meter done={share.used} label={name} total={share.limit} />}
            </dd>
          </div>
        ))}
      </dl>
      {isOver && <p className="mt-4 px-4 text-pretty text-[13px] text-soft sm:px-5">{t('use.over')}</p>}
    </Card>
  )
}
