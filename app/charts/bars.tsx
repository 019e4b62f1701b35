import type { ReactNode } from 'react'

export interface BarColumn {
  readonly label: string
  /** The first to go where room is short. */
  readonly isExtra?: boolean
}

/** A row of a breakdown. */
export interface BarRow {
  readonly key: string
  readonly label: ReactNode
  /** Length of the bar; negative values have none. */
  readonly value: number | null
  /** Cells after the label, already printed; as many as there are columns. */
  readonly cells: readonly ReactNode[]
}

export interface BarsProps {
  readonly caption: string
  readonly labelHeader: string
  readonly columns: readonly BarColumn[]
  readonly rows: readonly BarRow[]
  /** Pinned above the rows. */
  readonly total?: BarRow | undefined
}

/** A table whose rows carry a bar from zero, so that parts can be compared at a glance and still be read. */
export function Bars({ caption, labelHeader, columns, rows, total }: BarsProps) {
  const longest = Math.max(0, ...rows.map((row) => row.value ?? 0))
  return (
    <table className="w-full border-separate border-spacing-y-0.5 text-[13px]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-faint text-xs">
          <th className="py-1 pl-2 font-normal" scope="col">
            {labelHeader}
          </th>
          {columns.map((column) => (
            <th
              className={`py-1 pr-2 pl-3 text-right font-normal ${column.isExtra ? 'max-sm:hidden' : ''}`}
              key={column.label}
              scope="col"
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {total && (
          <tr className="font-medium">
            <th className="border-line border-b py-1.5 pl-2 text-left font-medium" scope="row">
              {total.label}
            </th>
            <Cells cells={total.cells} className="border-line border-b" columns={columns} />
          </tr>
        )}
        {rows.map((row) => (
          <tr className="group" key={row.key}>
            <th className="relative w-full max-w-0 py-1.5 pl-2 text-left font-normal" scope="row">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded bg-series-1/14"
                style={{ width: `${longest > 0 ? (Math.max(0, row.value ?? 0) / longest) * 100 : 0}%` }}
              />
              <span className="relative block truncate">{row.label}</span>
            </th>
            <Cells cells={row.cells} className="" columns={columns} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellsProps {
  readonly cells: readonly ReactNode[]
  readonly columns: readonly BarColumn[]
  readonly className: string
}

function Cells({ cells, columns, className }: CellsProps) {
  return cells.map((cell, index) => (
    <td
      className={`whitespace-nowrap py-1.5 pr-2 pl-3 text-right tabular ${columns[index]?.isExtra ? 'max-sm:hidden' : ''} ${className}`}
      key={columns[index]?.label}
    >
      {cell}
    </td>
  ))
}
