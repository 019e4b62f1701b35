import { type ReactNode, useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { CircleCheck } from '../../icons.ts'
import { labelled, ServerText, useLanguage } from '../../language/index.ts'
import { Badge, Button, Card, CardHeader, Notice } from '../../ui/index.ts'
import { HealthCard } from './health-card.tsx'
import { LogCard } from './log-card.tsx'
import type { ConversionsModel, ConversionsOutcome } from './model.ts'
import { SetupCard } from './setup-card.tsx'
import { TrialCard } from './trial-card.tsx'
import { useWords } from './words.ts'

const badges = {
  on: { tone: 'good', word: 'status.on' },
  failing: { tone: 'bad', word: 'status.failing' },
  off: { tone: 'neutral', word: 'status.off' },
} as const

interface ConversionsSectionProps {
  readonly model: ConversionsModel
  readonly outcome: ConversionsOutcome | undefined
}

/** Sends orders to an ad platform's conversions API: what is sent, on what legal basis, settings, and delivery status. */
export function ConversionsSection({ model, outcome }: ConversionsSectionProps) {
  useFocusOnResult(outcome)
  const t = useWords()
  return (
    <section aria-labelledby="orders-heading" className="mt-10 scroll-mt-16" id="orders">
      <h2 className="font-semibold text-lg tracking-tight" id="orders-heading">
        {t('send.title', { name: model.name })}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-pretty text-soft">
        {t('send.about', { name: model.name, api: model.api })}
      </p>
      <div className="grid grid-cols-1 gap-6">
        {outcome === undefined && model.done !== null && <Done text={model.done} />}
        <Refusal outcome={outcome} />
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:items-start">
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <StatusCard model={model} />
            <Arrangement model={model} outcome={outcome} />
          </div>
          <AboutCard model={model} />
        </div>
        {model.health && <HealthCard health={model.health} />}
        <Log model={model} />
      </div>
    </section>
  )
}

/** After a form was submitted, moves the focus to its message. */
function useFocusOnResult(outcome: ConversionsOutcome | undefined) {
  useEffect(() => {
    if (outcome === undefined) return
    const place =
      document.querySelector('#orders [aria-invalid="true"]') ??
      document.querySelector('#orders [role="alert"], #orders #trial-answer')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
}

/** A rejection that belongs to no form on the page. */
function Refusal({ outcome }: Pick<ConversionsSectionProps, 'outcome'>) {
  if (outcome?.kind !== 'refused' || !(outcome.form === 'switch' || outcome.form === 'log')) return null
  return (
    <div role="alert" tabIndex={-1}>
      <Notice severity="serious">{outcome.message}</Notice>
    </div>
  )
}

/** The settings and a test event, for people who may change them. */
function Arrangement({ model, outcome }: ConversionsSectionProps) {
  const t = useWords()
  if (!model.mayArrange) return <Notice severity="info">{t('send.readOnly')}</Notice>
  const refused = outcome?.kind === 'refused' && outcome.form === 'setup' ? outcome : undefined
  return (
    <>
      <SetupCard model={model} refused={refused} />
      {model.isSetUp && <TrialCard model={model} outcome={outcome} />}
    </>
  )
}

/** The delivery log, once there are entries. */
function Log({ model: { log, isOn, mayArrange, name } }: Pick<ConversionsSectionProps, 'model'>) {
  if (!log || !(isOn || log.rows.length > 0 || log.failed > 0)) return null
  return <LogCard log={log} mayResend={mayArrange && isOn} name={name} />
}

/** Confirmation of the last form. */
function Done({ text }: { readonly text: string }) {
  return (
    <output className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {text}
    </output>
  )
}

/** What is sent, when, and how duplicates are avoided. */
function AboutCard({ model }: { readonly model: ConversionsModel }) {
  const t = useWords()
  const language = useLanguage()
  const { sent, deduplication, corrections, documentation, api, name, mostDays } = model
  return (
    <Card aria-labelledby="about-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="about-heading">
        {t('about.title')}
      </h2>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-[13px] text-soft marker:text-faint">
        {sent.map(({ text, names }) => (
          <li key={text}>
            {text} {names !== null && `${names}.`}
          </li>
        ))}
      </ul>
      <Part title={t('about.which')}>{t('about.whichText', { days: mostDays })}</Part>
      <Part title={t('about.once')}>
        <ServerText>{deduplication}</ServerText>
      </Part>
      <Part title={t('about.edits')}>
        <ServerText>{corrections}</ServerText>
      </Part>
      <Part title={t('about.fails')}>{t('about.failsText', { name })}</Part>
      <p className="mt-4 text-[13px]">
        <a className="rounded text-accent underline-offset-3 hover:underline" href={documentation} rel="noreferrer">
          {labelled(name, api, language)}
        </a>
      </p>
    </Card>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h3 className="mt-4 font-medium text-[13px]">{title}</h3>
      <p className="mt-1 text-pretty text-[13px] text-soft">{children}</p>
    </>
  )
}

interface StatusCardProps {
  readonly model: ConversionsModel
}

/** Status of the delivery, its obstacles, and the switch. */
function StatusCard({ model }: StatusCardProps) {
  const t = useWords()
  const { isOn, standing, problem } = model
  const { tone, word } = badges[isOn ? (problem === null ? 'on' : 'failing') : 'off']
  return (
    <Card aria-labelledby="standing-heading" className="pb-4">
      <CardHeader id="standing-heading" note={standing} title={t('status.title')}>
        <Badge tone={tone}>{t(word)}</Badge>
      </CardHeader>
      <div className="mt-3 grid gap-3 px-4 sm:px-5">
        {problem !== null && (
          <Notice severity="serious">
            <ServerText>{problem}</ServerText> {t('status.retry')}
          </Notice>
        )}
        <NextStep model={model} />
      </div>
    </Card>
  )
}

/** The next step: complete the settings, then switch it on. */
function NextStep({ model: { isOn, isSetUp, lacks, mayArrange, name } }: StatusCardProps) {
  const t = useWords()
  if (!isOn && !isSetUp) {
    if (!mayArrange) return null
    return <p className="text-soft">{t('status.setup')}</p>
  }
  return (
    <>
      {!isOn && lacks !== null && (
        <Notice severity="warning">
          <ServerText>{lacks}</ServerText>
        </Notice>
      )}
      {mayArrange && <Switch isBlocked={lacks !== null} isOn={isOn} name={name} />}
    </>
  )
}

interface SwitchProps {
  readonly isOn: boolean
  readonly isBlocked: boolean
  readonly name: string
}

function Switch({ isOn, isBlocked, name }: SwitchProps) {
  const t = useWords()
  const intent = isOn ? 'off' : 'on'
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <Button
        disabled={!isOn && isBlocked}
        isBusy={isBusy}
        kind={isOn ? 'danger' : 'primary'}
        name="intent"
        type="submit"
        value={intent}
      >
        {isOn ? t('status.stop') : t('status.start', { name })}
      </Button>
    </Form>
  )
}
