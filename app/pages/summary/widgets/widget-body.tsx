import type { WidgetKind } from '@tillsight/domain/inputs'
import { lazy, Suspense } from 'react'
import { useText } from '../../../language/index.ts'
import { orMissing, Skeleton } from '../../../ui/index.ts'
import type { PageView, WidgetModel } from '../model.ts'
import { BarsBody } from './bars-body.tsx'
import { NumberBody } from './number-body.tsx'
import { SeriesBody } from './series-body.tsx'
import { PlainTitle } from './title.tsx'

// Nobody has these unless they asked for them, or something is missing. The server draws them all the same.
const GoalBody = lazy(() => orMissing(import('./goal-body.tsx').then((piece) => piece.GoalBody)))
const Unanswered = lazy(() => orMissing(import('./unanswered.tsx').then((piece) => piece.Unanswered)))
const TableBody = lazy(() => orMissing(import('./table-body.tsx').then((piece) => piece.TableBody)))

/** Props of all bodies; `widget` is narrowed to the body's kind. */
export interface WidgetBodyProps<Widget = WidgetModel> {
  readonly widget: Widget
  readonly view: PageView
}

/** The look of what a body stands in: a column, whose width decides for single figures. */
export function bodyLook(kind: WidgetKind): string {
  return kind === 'number' ? 'tile-body @container/tile pb-3' : 'tile-body'
}

/** Content of a widget's frame. Its parent is a positioned `bodyLook`, with space for a menu at the end of the title line. */
export function WidgetBody({ widget, view }: WidgetBodyProps) {
  if (widget.state === 'loading') return <Loading widget={widget} />
  if (widget.state !== 'ready')
    return (
      <Suspense fallback={<Loading widget={widget} />}>
        <Unanswered widget={widget} />
      </Suspense>
    )
  switch (widget.kind) {
    case 'number':
      return <NumberBody view={view} widget={widget} />
    case 'line':
    case 'area':
      return <SeriesBody view={view} widget={widget} />
    case 'bars':
      return <BarsBody view={view} widget={widget} />
    case 'table':
      return (
        <Suspense fallback={<Loading widget={widget} />}>
          <TableBody view={view} widget={widget} />
        </Suspense>
      )
    case 'goal':
      return (
        <Suspense fallback={<Loading widget={widget} />}>
          <GoalBody view={view} widget={widget} />
        </Suspense>
      )
  }
}

const heights = {
  number: 'h-18',
  goal: 'h-28',
  line: 'h-56 sm:h-80',
  area: 'h-56 sm:h-80',
  bars: 'h-72',
  table: 'h-72',
} as const

function Loading({ widget }: { readonly widget: WidgetModel }) {
  const t = useText()
  return (
    <div aria-busy>
      <PlainTitle widget={widget} />
      <span className="sr-only">{t('widget.loading', { name: widget.title })}</span>
      <div className="px-4 pt-1 pb-4">
        <Skeleton className={`w-full ${heights[widget.kind]}`} />
      </div>
    </div>
  )
}
