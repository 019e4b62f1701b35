import { Delta, Sparkline } from '../../charts/index.ts'
import { Badge } from '../../ui/index.ts'
import type { BudgetModel, CellModel } from './model.ts'

interface CellProps {
  readonly cell: CellModel | null
  /** Whose claim a claimed figure is: `claimed by Meta Ads`. */
  readonly claim: string | undefined
}

/** What a column says of a row; two lines at most. */
export function Cell({ cell, claim }: CellProps) {
  if (!cell) return null
  switch (cell.kind) {
    case 'figure':
      return <Figure cell={cell} claim={claim} />
    case 'status':
      return cell.status && <Badge tone={cell.status.tone}>{cell.status.text}</Badge>
    case 'budget':
      return cell.budget && <Budget budget={cell.budget} />
    case 'trend':
      return <div className="h-8 w-full px-1">{cell.course !== '' && <Sparkline course={cell.course} />}</div>
  }
}

interface FigureProps {
  readonly cell: Extract<CellModel, { kind: 'figure' }>
  readonly claim: string | undefined
}

function Figure({ cell: { text, change, isMaturing }, claim }: FigureProps) {
  const said = isMaturing ? [claim, 'still maturing'].filter(Boolean).join('; ') : claim
  return (
    <>
      <span
        className={isMaturing ? 'underline decoration-dotted decoration-edge underline-offset-4' : undefined}
        title={said}
      >
        {text}
      </span>
      {said && <span className="sr-only">{said}</span>}
      {change && (
        <span className="block text-xs">
          <Delta change={change} />
        </span>
      )}
    </>
  )
}

function Budget({ budget: { text, note, share, long } }: { readonly budget: BudgetModel }) {
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
