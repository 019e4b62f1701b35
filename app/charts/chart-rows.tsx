import { useText } from '../language/index.ts'
import { Scroller } from '../ui/parts.tsx'
import type { TimePoint } from './series.ts'

export interface ChartRowsProps {
  readonly label: string
  readonly points: readonly TimePoint[]
  readonly compare?: readonly TimePoint[] | undefined
}

/** Class names set once on the table: it may have hundreds of rows. */
const rows =
  '[&_td]:px-3 [&_td]:py-1.5 [&_td]:text-end [&_td+td]:text-soft [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-start [&_th]:font-normal [&_tr]:border-line [&_tr]:border-t'

/** The points of a chart as a table. */
export function ChartRows({ label, points, compare }: ChartRowsProps) {
  const t = useText()
  return (
    <Scroller
      className="mt-2 max-h-80 rounded-lg border border-line print:max-h-none"
      label={t('chart.table_of', { name: label })}
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-sunken text-start text-faint text-xs">
          <tr>
            <th className="px-3 py-2 text-start font-normal" scope="col">
              {t('chart.period')}
            </th>
            <th className="px-3 py-2 text-end font-normal" scope="col">
              {label}
            </th>
            {compare && (
              <th className="px-3 py-2 text-end font-normal" scope="col">
                {t('chart.before')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className={rows}>
          {points.map((point, index) => (
            <tr key={`${point.long}/${index}`}>
              <th scope="row">{point.long}</th>
              <td>{point.text}</td>
              {compare && <td>{compare[index]?.text ?? '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
