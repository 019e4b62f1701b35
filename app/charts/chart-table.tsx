import { useRef } from 'react'
import { useText } from '../language/index.ts'
import { useLateContent } from '../ui/late-content.ts'
import { Scroller } from '../ui/parts.tsx'
import type { TimePoint } from './series.ts'

interface ChartTableProps {
  readonly label: string
  readonly points: readonly TimePoint[]
  readonly compare?: readonly TimePoint[] | undefined
}

/** Class names set once on the table: it may have hundreds of rows. */
const rows =
  '[&_td]:px-3 [&_td]:py-1.5 [&_td]:text-end [&_td+td]:text-soft [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-start [&_th]:font-normal [&_tr]:border-line [&_tr]:border-t'

/** The same points to read and copy; opens without JavaScript. */
export function ChartTable({ label, points, compare }: ChartTableProps) {
  const t = useText()
  const ref = useRef<HTMLDetailsElement>(null)
  const isDrawn = useLateContent(ref)
  return (
    <details className="group text-[13px] open:w-full print:not-open:hidden" ref={ref}>
      <summary className="w-fit rounded text-soft hover:text-ink">{t('chart.show_table')}</summary>
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
            {isDrawn &&
              points.map((point, index) => (
                <tr key={`${point.long}/${index}`}>
                  <th scope="row">{point.long}</th>
                  <td>{point.text}</td>
                  {compare && <td>{compare[index]?.text ?? '–'}</td>}
                </tr>
              ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  )
}
