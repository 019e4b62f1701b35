import type { ReactNode } from 'react'
import { FigureChange, FigureText, Sparkline } from '../../charts/index.ts'
import type { Figure, FigureFormat } from '../../format/index.ts'
import { Badge } from '../../ui/index.ts'
import type { AdStatus, BudgetModel, Cells, ColumnModel } from './model.ts'
import { statusTones } from './statuses.ts'
import { useTableWords } from './words.ts'

/** The class of a column's cells: a phone shows those that have a place beside the name. */
export function phoneClass({ onPhone }: Pick<ColumnModel, 'onPhone'>): string {
  return onPhone === 'beside' ? '' : 'max-sm:hidden'
}

interface BelowProps {
  readonly columns: readonly ColumnModel[]
  /** Figures of all columns. */
  readonly figures: readonly (Figure | null)[]
  readonly format: FigureFormat
}

/** The figure that a phone shows below a name; the header of the names says what it is. */
export function Below({ columns, figures, format }: BelowProps) {
  const place = columns.findIndex(({ onPhone }) => onPhone === 'below')
  const figure = figures[place]
  if (!figure) return null
  return (
    <span className="truncate tabular sm:hidden">
      <span className="sr-only">{columns[place]?.label}</span> <FigureText figure={figure} format={format} />
    </span>
  )
}

interface CellProps {
  readonly column: Pick<ColumnModel, 'kind'>
  /** Cells of one row, or of the totals. */
  readonly cells: Omit<Cells, 'figures'>
  /** The figure of this column, unpacked. */
  readonly figure: Figure | null | undefined
  readonly format: FigureFormat
  /** Who reports the figure: `reported by Meta Ads`. */
  readonly claim: string | undefined
}

/** The content of a cell; two lines at most. */
export function Cell({ column, cells: { status, budget, course }, figure, format, claim }: CellProps) {
  switch (column.kind) {
    case 'figure':
      return figure && <FigureCell claim={claim} figure={figure} format={format} />
    case 'status':
      return status && <StatusBadge status={status} />
    case 'budget':
      return budget && <Budget {...budget} />
    case 'trend':
      return (
        course !== undefined && <div className="h-8 w-full px-1">{course !== '' && <Sparkline course={course} />}</div>
      )
  }
}

/** The status of an ad in words. */
export function StatusBadge({ status }: { readonly status: AdStatus }) {
  const say = useTableWords()
  return <Badge tone={statusTones[status]}>{say(`status.${status}`)}</Badge>
}

interface FigureCellProps extends Pick<CellProps, 'format' | 'claim'> {
  readonly figure: Figure
}

function FigureCell({ figure, format, claim }: FigureCellProps) {
  const say = useTableWords()
  const { isMaturing, before } = figure
  const said = isMaturing ? [claim, say('row.not_final')].filter(Boolean).join('; ') : claim
  return (
    <>
      <FigureText
        className={isMaturing ? 'underline decoration-dotted decoration-edge underline-offset-4' : undefined}
        figure={figure}
        format={format}
        title={said}
      />
      {said && <span className="sr-only">{said}</span>}
      {before !== undefined && (
        <span className="block text-xs">
          <FigureChange figure={figure} format={format} />
        </span>
      )}
    </>
  )
}

function Budget({ text, note, share, long }: BudgetModel) {
  const isOver = share !== null && share > 1
  return (
    <div title={long}>
      <span className="block truncate">{text}</span>
      <span aria-hidden className="my-0.5 block h-1 overflow-hidden rounded-full bg-hover">
        {share !== null && (
          <span
            className={`block h-full rounded-full ${isOver ? 'bg-series-2' : 'bg-series-1'}`}
            style={{ width: `${Math.round(Math.min(1, share) * 100)}%` }}
          />
        )}
      </span>
      <span aria-hidden className="block truncate text-faint text-xs leading-tight">
        {note}
      </span>
      <span className="sr-only">{long}</span>
    </div>
  )
}

/** How many columns there are, and how many of them a phone shows. */
export interface Spans {
  readonly wide: number
  readonly phone: number
}

interface AcrossProps {
  readonly spans: Spans
  readonly className: string
  readonly children?: ReactNode
}

/** A cell across the whole table. A span of more columns than are shown would add empty ones, so a phone has a cell of its own. */
export function Across({ spans, className, children }: AcrossProps) {
  return (
    <>
      <td className={`${className} max-sm:hidden`} colSpan={spans.wide}>
        {children}
      </td>
      <td className={`${className} sm:hidden`} colSpan={spans.phone}>
        {children}
      </td>
    </>
  )
}
