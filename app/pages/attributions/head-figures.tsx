import { Card, Meter } from '../../ui/index.ts'
import type { CreditModelView } from './model.ts'

interface HeadFiguresProps {
  readonly model: Pick<CreditModelView, 'figures' | 'tracked'>
  readonly isWaiting: boolean
}

/** Figures that need no model, and the share of orders with a touchpoint to credit. */
export function HeadFigures({ model: { figures, tracked }, isWaiting }: HeadFiguresProps) {
  const late = isWaiting ? 'animate-pulse rounded bg-hover text-transparent' : ''
  return (
    <Card
      aria-busy={isWaiting || undefined}
      aria-label="At a glance"
      className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-4 sm:px-5 md:grid-cols-3 xl:grid-cols-5"
    >
      <div className="max-md:col-span-2">
        <h2 className="text-[13px] text-faint">Tracked share</h2>
        <p className={`w-fit font-semibold text-xl tabular ${late}`}>{tracked.text}</p>
        {tracked.share !== null && <Meter done={tracked.share} label={`Tracked: ${tracked.text}`} total={1} />}
        <p className="mt-1 text-faint text-xs">
          of revenue, {tracked.orders} of orders have a contact
          {tracked.gap && <span className="block">{tracked.gap}</span>}
          {tracked.leftOut && <span className="block">{tracked.leftOut}</span>}
        </p>
      </div>
      {figures.map(({ key, label, text, note }) => (
        <div className="min-w-0" key={key}>
          <h2 className="truncate text-[13px] text-faint">{label}</h2>
          <p className={`w-fit max-w-full truncate font-semibold text-xl tabular ${late}`}>{text}</p>
          <p className="text-faint text-xs">{note}</p>
        </div>
      ))}
    </Card>
  )
}
