import { Card, CardHeader, Meter } from '../../ui/index.ts'
import type { HealthModel } from './model.ts'

/** How many orders got there, how fast, and by what buyers can be recognised. */
export function HealthCard({ health }: { readonly health: HealthModel }) {
  return (
    <Card aria-labelledby="health-heading" className="pb-5">
      <CardHeader id="health-heading" note={health.title} title="Health" />
      <dl className="mt-4 grid gap-4 px-4 sm:grid-cols-3 sm:px-5">
        {health.tiles.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-[13px] text-soft">{label}</dt>
            <dd>
              <span className="block font-semibold text-xl tabular">{value}</span>
              <span className="block text-[13px] text-faint">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 px-4 font-medium text-[13px] sm:px-5">Orders sent that had</h3>
      <ul className="mt-2 grid gap-x-8 gap-y-2 px-4 sm:grid-cols-2 sm:px-5 xl:grid-cols-3">
        {health.keys.map(({ key, label, share, text }) => (
          <li className="grid grid-cols-[9rem_minmax(0,1fr)_3rem] items-center gap-3 text-[13px]" key={key}>
            <span className="truncate text-soft" title={label}>
              {label}
            </span>
            <Meter done={share} label={label} total={1} />
            <span className="text-end tabular">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
