import type { WidgetFrame } from './widget-frame.ts'

/** Identifies a widget's content, independent of position, size and title: equal ids show the same. */
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
