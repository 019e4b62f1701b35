import { Card, Meter } from '../../ui/index.ts'
import type { OriginsModel } from './origins-model.ts'

interface SignalCardProps {
  readonly origins: OriginsModel
  readonly store: string
}

/** How many orders have a recorded source. */
export function SignalCard({ origins, store }: SignalCardProps) {
  return (
    <Card aria-labelledby="signal-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="signal-heading">
        Orders with a signal
      </h2>
      <p className="text-[13px] text-faint">Recorded by {store}, last session only</p>
      <p className="mt-3 font-semibold text-3xl tabular tracking-tight">{origins.recordedShare}</p>
      <div className="mt-3 max-w-md">
        <Meter done={origins.recordedPercent} label="Orders with a signal" total={100} />
      </div>
      <dl className="mt-4 grid max-w-md gap-1.5 text-[13px]">
        <Fact name="Orders" text={origins.orders} />
        <Fact name="With a signal" text={origins.recorded} />
        <Fact name="Without one" text={origins.unrecorded} />
      </dl>
      <p className="mt-3 max-w-prose text-pretty text-[13px] text-faint">
        {origins.hasAny
          ? 'Without one are orders entered by staff, by another program or by renewal, and visitors who block scripts or refuse consent.'
          : `${store} wrote nothing on the orders of these days. Order attribution may be switched off there, or the orders were not placed in its own checkout.`}
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
