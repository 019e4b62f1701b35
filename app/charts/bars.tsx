import type { ReactNode } from 'react'
import { type Series, seriesColors } from './series.ts'

export interface BarColumn {
  readonly label: string
  /** Narrow screens hide `wide` columns first, then `medium` ones. */
  readonly needs?: 'medium' | 'wide'
  /** Secondary: paler. */
  readonly isFaint?: boolean
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

interface BarsProps {
  readonly caption: string
  readonly labelHeader: string
  readonly columns: readonly BarColumn[]
  readonly rows: readonly BarRow[]
  /** Pinned above the rows. */
  readonly total?: BarRow | undefined
  readonly series?: Series
}

/** A table whose rows have a bar from zero, to compare parts at a glance and still read them. */
export function Bars({ caption, labelHeader, columns, rows, total, series = 1 }: BarsProps) {
  const longest = Math.max(0, ...rows.map((row) => row.value ?? 0))
  return (
    <div className="@container/bars">
      <table className="bars">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            {columns.map((column) => (
              <th className={column.needs && roomFor[column.needs]} key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {total && (
            <tr className="bars-total">
              <th scope="row">{total.label}</th>
              <Cells cells={total.cells} columns={columns} />
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <span
                  aria-hidden
                  className={`bars-length ${seriesColors[series]}`}
                  style={{ width: `${longest > 0 ? (Math.max(0, row.value ?? 0) / longest) * 100 : 0}%` }}
                />
                <span className="relative block truncate text-match-parent" dir="auto">
                  {row.label}
                </span>
              </th>
              <Cells cells={row.cells} columns={columns} />
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
}

function Cells({ cells, columns }: CellsProps) {
  return cells.map((cell, index) => {
    const { label, needs, isFaint = false } = columns[index] ?? {}
    return (
      <td className={`${isFaint ? 'text-faint ' : ''}${needs ? roomFor[needs] : ''}` || undefined} key={label}>
        {cell}
      </td>
    )
  })
}
