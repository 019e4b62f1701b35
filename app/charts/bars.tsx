import type { ReactNode } from 'react'
import { type Series, seriesColors } from './series.ts'

export interface BarColumn {
  readonly label: string
  /** Goes where room is short: `wide` ones first, then `medium` ones. */
  readonly needs?: 'medium' | 'wide'
}

const roomFor = { medium: '@max-xs/bars:hidden', wide: '@max-md/bars:hidden' } as const

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
  readonly series?: Series
}

/** A table whose rows carry a bar from zero, so that parts can be compared at a glance and still be read. */
export function Bars({ caption, labelHeader, columns, rows, total, series = 1 }: BarsProps) {
  const longest = Math.max(0, ...rows.map((row) => row.value ?? 0))
  return (
    <div className="@container/bars">
      <table className="w-full border-separate border-spacing-y-0.5 text-[13px]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-start text-faint text-xs">
            <th className="py-1 ps-2 font-normal" scope="col">
              {labelHeader}
            </th>
            {columns.map((column) => (
              <th
                className={`py-1 pe-2 ps-3 text-end font-normal ${column.needs ? roomFor[column.needs] : ''}`}
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
              <th className="border-line border-b py-1.5 ps-2 text-start font-medium" scope="row">
                {total.label}
              </th>
              <Cells cells={total.cells} className="border-line border-b" columns={columns} />
            </tr>
          )}
          {rows.map((row) => (
            <tr className="group" key={row.key}>
              <th className="relative w-full max-w-0 py-1.5 ps-2 text-start font-normal" scope="row">
                <span
                  aria-hidden
                  className={`absolute inset-y-0 start-0 rounded bg-current opacity-14 ${seriesColors[series]}`}
                  style={{ width: `${longest > 0 ? (Math.max(0, row.value ?? 0) / longest) * 100 : 0}%` }}
                />
                <span className="relative block truncate text-match-parent" dir="auto">
                  {row.label}
                </span>
              </th>
              <Cells cells={row.cells} className="" columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellsProps {
  readonly cells: readonly ReactNode[]
  readonly columns: readonly BarColumn[]
  readonly className: string
}

function Cells({ cells, columns, className }: CellsProps) {
  const roomOf = (column: BarColumn | undefined) => (column?.needs ? roomFor[column.needs] : '')
  return cells.map((cell, index) => (
    <td
      className={`whitespace-nowrap py-1.5 pe-2 ps-3 text-end tabular ${roomOf(columns[index])} ${className}`}
      key={columns[index]?.label}
    >
      {cell}
    </td>
  ))
}
