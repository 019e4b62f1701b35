import { StackedBars } from '../../charts/index.ts'
import { Card, CardHeader, Scroller } from '../../ui/index.ts'
import type { CreditSeries } from './model.ts'

interface SeriesProps {
  readonly course: CreditSeries
  /** First day whose figures may still grow. */
  readonly incomplete: string | null
  readonly isWaiting: boolean
}

/** Attributed revenue by channel over time. */
export function Series({ course, incomplete, isWaiting }: SeriesProps) {
  const { label, series, buckets, axis, unfinishedFrom, rows } = course
  const note = incomplete === null ? undefined : `Days since ${incomplete} can still grow: drawn paler`
  return (
    <Card aria-busy={isWaiting || undefined} aria-labelledby="course-heading" className="min-w-0">
      <CardHeader id="course-heading" note={note} title={label} />
      <div className={`px-4 pt-3 pb-4 sm:px-5 ${isWaiting ? 'opacity-60' : ''}`}>
        <StackedBars axis={axis} buckets={buckets} label={label} series={series} unfinishedFrom={unfinishedFrom} />
        <details className="mt-3 text-[13px]">
          <summary className="w-fit rounded text-soft hover:text-ink">Show as table</summary>
          <Scroller className="mt-2 max-h-80 rounded-lg border border-line" label={`Table: ${label}`}>
            <table className="w-full [&_td]:whitespace-nowrap [&_td]:px-3 [&_td]:py-1.5 [&_td]:text-end [&_th]:whitespace-nowrap [&_th]:px-3 [&_th]:py-1.5 [&_th]:font-normal">
              <thead className="sticky top-0 bg-sunken text-faint text-xs">
                <tr>
                  <th className="text-start" scope="col">
                    Day
                  </th>
                  {series.map(({ key, label: name }) => (
                    <th className="text-end" key={key} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([day, ...cells]) => (
                  <tr className="border-line border-t" key={day}>
                    <th className="text-start" scope="row">
                      {day}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={series[index]?.key}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </details>
      </div>
    </Card>
  )
}
