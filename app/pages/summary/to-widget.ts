import type { WidgetLoad, WidgetModel } from './model.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** A widget with its loaded content; `loading` until there is some. */
export function toWidget(frame: WidgetFrame, load: WidgetLoad | undefined): WidgetModel {
  if (!frame.isConnected) return { ...frame, state: 'not_connected' }
  if (!load) return { ...frame, state: 'loading' }
  if (load.state !== 'ready') return { ...frame, ...load }
  // A widget that was just changed may still hold content of another kind.
  return toReady(frame, load) ?? { ...frame, state: 'loading' }
}

type ReadyLoad = Extract<WidgetLoad, { state: 'ready' }>

function toReady(frame: WidgetFrame, load: ReadyLoad): WidgetModel | undefined {
  const { kind } = frame
  const { state } = load
  switch (load.kind) {
    case 'number':
      return kind === 'number' ? { ...frame, kind, state, content: load.content } : undefined
    case 'course':
      return kind === 'line' || kind === 'area' ? { ...frame, kind, state, content: load.content } : undefined
    case 'bars':
      return kind === 'bars' ? { ...frame, kind, state, content: load.content } : undefined
    case 'table':
      return kind === 'table' ? { ...frame, kind, state, content: load.content } : undefined
    case 'goal':
      return kind === 'goal' ? { ...frame, kind, state, content: load.content } : undefined
  }
}

/** The single figure of a widget, printed; undefined for other kinds. */
export function figureOf(widget: WidgetModel): string | undefined {
  if (widget.state !== 'ready') return undefined
  switch (widget.kind) {
    case 'bars':
      return widget.content.total
    case 'table':
      return widget.content.totals[0]
    case 'goal':
      return widget.content.isSet ? widget.content.text : undefined
    default:
      return widget.content.text
  }
}
