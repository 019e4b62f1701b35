import { Scroller } from '../ui/scroller.tsx'
import type { TimePoint } from './time-point.ts'

interface ChartTableProps {
  readonly label: string
  readonly points: readonly TimePoint[]
  readonly compare?: readonly TimePoint[] | undefined
}

/** The same points to read and copy; opens without JavaScript. */
export function ChartTable({ label, points, compare }: ChartTableProps) {
  return (
    <details className="group mt-3 text-[13px]">
      <summary className="w-fit rounded text-soft hover:text-ink">Show as table</summary>
      <Scroller className="mt-2 max-h-80 rounded-lg border border-line" label={`${label}, table`}>
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken text-left text-faint text-xs">
            <tr>
              <th className="px-3 py-2 font-normal" scope="col">
                Period
              </th>
              <th className="px-3 py-2 text-right font-normal" scope="col">
                {label}
              </th>
              {compare && (
                <th className="px-3 py-2 text-right font-normal" scope="col">
                  Before
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => (
              <tr className="border-line border-t" key={`${point.long}/${index}`}>
                <th className="px-3 py-1.5 text-left font-normal" scope="row">
                  {point.long}
                </th>
                <td className="px-3 py-1.5 text-right">{point.text}</td>
                {compare && <td className="px-3 py-1.5 text-right text-soft">{compare[index]?.text ?? '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  )
}
