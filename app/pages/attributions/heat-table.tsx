import { Scroller } from '../../ui/index.ts'
import { heatClasses } from './heat.ts'

/** A coloured cell with its full text. */
export interface HeatCell {
  readonly text: string
  readonly long: string
  readonly step: number
}

interface HeatTableProps {
  readonly caption: string
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly cells: readonly (HeatCell | null)[]
  }[]
}

/** A heat map as a table; each cell shows its figure. */
export function HeatTable({ caption, corner, columns, rows }: HeatTableProps) {
  return (
    <Scroller className="rounded-lg border border-line" label={caption}>
      <table className="w-full border-separate border-spacing-0 text-[13px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="hyphens-auto break-words text-faint text-xs">
          <tr>
            <th className="sticky start-0 z-1 bg-surface px-3 py-2 text-start font-normal" scope="col">
              {corner}
            </th>
            {columns.map((column) => (
              <th className="min-w-16 px-1.5 py-2 text-end align-bottom font-normal" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, cells }) => (
            <tr key={key}>
              <th
                className="sticky start-0 z-1 whitespace-nowrap border-line border-t bg-surface px-3 py-1.5 text-start font-normal"
                scope="row"
              >
                {label}
              </th>
              {cells.map((cell, index) => (
                <td
                  className={`border-line border-t px-1.5 py-1.5 text-end tabular ${cell ? (heatClasses[cell.step] ?? '') : 'text-faint'}`}
                  key={columns[index]}
                  title={cell?.long}
                >
                  {cell && cell.step > 0 ? cell.text : <span aria-hidden>·</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
