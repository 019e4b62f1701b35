import type { OriginsModel } from '../../blocks/ledger-tables/origins-model.ts'
import { Card, Meter } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface SignalCardProps {
  readonly origins: OriginsModel
  readonly store: string
}

/** How many orders have a recorded source. */
export function SignalCard({ origins, store }: SignalCardProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="signal-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="signal-heading">
        {t('signal.title')}
      </h2>
      <p className="text-[13px] text-faint">{t('signal.by', { store })}</p>
      <p className="mt-3 font-semibold text-3xl tabular tracking-tight">{origins.recordedShare}</p>
      <div className="mt-3 max-w-md">
        <Meter done={origins.recordedPercent} label={t('signal.title')} total={100} />
      </div>
      <dl className="mt-4 grid max-w-md gap-1.5 text-[13px]">
        <Fact name={t('signal.orders')} text={origins.orders} />
        <Fact name={t('signal.with')} text={origins.recorded} />
        <Fact name={t('signal.without')} text={origins.unrecorded} />
      </dl>
      <p className="mt-3 max-w-prose text-pretty text-[13px] text-faint">
        {origins.hasAny ? t('signal.why') : t('signal.none', { store })}
      </p>
    </Card>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd className="font-medium tabular">{text}</dd>
    </div>
  )
}
