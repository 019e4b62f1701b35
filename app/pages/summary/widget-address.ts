import { type SearchState, toSearch } from '../../search/index.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** Parameters of the panel do not affect a widget. */
const closed = { open: undefined, order: undefined, after: undefined, note: undefined, customise: false } as const

/** Query string that loads a widget's content for the page's period. */
export function widgetSearch(frame: WidgetFrame, state: SearchState): string {
  const params = new URLSearchParams(toSearch({ ...state, ...closed }))
  const { goal, goalPer } = frame.settings
  const own = {
    'widget.kind': frame.kind,
    'widget.stat': frame.stat,
    'widget.by': frame.by,
    'widget.limit': String(frame.limit || ''),
    'widget.compare': frame.hasComparison ? '' : '0',
    'widget.goal': goal ?? '',
    'widget.goalPer': goalPer ?? '',
  }
  for (const [name, value] of Object.entries(own)) if (value) params.set(name, value)
  return `?${params}`
}
