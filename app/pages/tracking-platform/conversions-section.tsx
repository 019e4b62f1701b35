import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Notice } from '../../ui/index.ts'
import { AboutCard } from './about-card.tsx'
import { HealthCard } from './health-card.tsx'
import { LogCard } from './log-card.tsx'
import type { ConversionsModel, ConversionsOutcome } from './model.ts'
import { SetupCard } from './setup-card.tsx'
import { StandingCard } from './standing-card.tsx'
import { TrialCard } from './trial-card.tsx'

interface ConversionsSectionProps {
  readonly model: ConversionsModel
  readonly outcome: ConversionsOutcome | undefined
}

/** Sends orders from the server to an ad platform: what, on what ground, how it is set up, and how it goes. */
export function ConversionsSection({ model, outcome }: ConversionsSectionProps) {
  useFocusOnAnswer(outcome)
  return (
    <section aria-labelledby="orders-heading" className="mt-10 scroll-mt-16" id="orders">
      <h2 className="font-semibold text-lg tracking-tight" id="orders-heading">
        Send orders to {model.name}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-pretty text-soft">
        {model.name} learns of each order from this server, through its {model.api}. That also reaches it where a
        browser blocks its script, so it finds more of the buyers that ads brought.
      </p>
      <div className="grid grid-cols-1 gap-6">
        {outcome === undefined && model.done !== null && <Done text={model.done} />}
        <Refusal outcome={outcome} />
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:items-start">
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <StandingCard model={model} />
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

/** Where a form came back, the keyboard goes on at what it says. */
function useFocusOnAnswer(outcome: ConversionsOutcome | undefined) {
  useEffect(() => {
    if (outcome === undefined) return
    const place =
      document.querySelector('#orders [aria-invalid="true"]') ??
      document.querySelector('#orders [role="alert"], #orders #trial-answer')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
}

/** Why something was not done that has no form of its own to say it in. */
function Refusal({ outcome }: Pick<ConversionsSectionProps, 'outcome'>) {
  if (outcome?.kind !== 'refused' || !(outcome.form === 'switch' || outcome.form === 'log')) return null
  return (
    <div role="alert" tabIndex={-1}>
      <Notice severity="serious">{outcome.message}</Notice>
    </div>
  )
}

/** The set-up, and a trial of it, for those who may arrange it. */
function Arrangement({ model, outcome }: ConversionsSectionProps) {
  if (!model.mayArrange) {
    return <Notice severity="info">An owner or admin of the organisation sets this up and switches it on.</Notice>
  }
  const refused = outcome?.kind === 'refused' && outcome.form === 'setup' ? outcome : undefined
  return (
    <>
      <SetupCard model={model} refused={refused} />
      {model.isSetUp && <TrialCard model={model} outcome={outcome} />}
    </>
  )
}

/** The orders, once there is anything to tell of them. */
function Log({ model: { log, isOn, mayArrange, name } }: Pick<ConversionsSectionProps, 'model'>) {
  if (!log || !(isOn || log.rows.length > 0 || log.failed > 0)) return null
  return <LogCard log={log} mayResend={mayArrange && isOn} name={name} />
}

/** What has just been carried out. */
function Done({ text }: { readonly text: string }) {
  return (
    <output className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {text}
    </output>
  )
}
