import type { WidgetFrame } from './widget-frame.ts'

/** Names what a widget shows, whatever its place, size and title: widgets with the same id show the same. */
export function contentId({ kind, stat, by, limit, hasComparison, settings }: WidgetFrame): string {
  const comparison = hasComparison ? '' : '!'
  switch (kind) {
    case 'number':
      return `number:${stat}${comparison}`
    case 'line':
    case 'area':
      return `course:${stat}${comparison}`
    case 'bars':
    case 'table':
      return `${kind}:${stat}:${by}:${limit}${comparison}`
    case 'goal':
      return `goal:${stat}:${settings.goal ?? ''}:${settings.goalPer ?? ''}`
  }
}
