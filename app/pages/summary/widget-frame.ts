import type { WidgetKind, WidgetSettings } from '@tillsight/domain/inputs'
import type { Unit } from '../../services.ts'

/** A widget without its content: position, title and settings. Same on the server and in the browser. */
export interface WidgetFrame {
  /** Key in the preference: `woocommerce.sales`, `woocommerce.chart`, `own.k3f9`. */
  readonly key: string
  /** Its stat, `platform.metric`. */
  readonly stat: string
  /** The metric part of it, as questions and addresses name it. */
  readonly metric: string
  /** The person's own name for it, or the label. */
  readonly title: string
  /** Label of the metric. */
  readonly label: string
  readonly unit: Unit
  /** Its section, whether it is pinned or not. */
  readonly section: string
  readonly isPinned: boolean
  /** The stat's platform is connected. */
  readonly isConnected: boolean
  /** Position in its section, ascending; fractional when it was inserted between two others. */
  readonly place: number
  readonly kind: WidgetKind
  /** Width in grid columns. */
  readonly size: 1 | 2 | 3 | 4
  /** Dimension of bars and tables. */
  readonly by: string
  /** Rows of bars and tables. */
  readonly limit: number
  /** Whether to draw the comparison. */
  readonly hasComparison: boolean
  /** Metric and dimension follow the address (`metric`, `by`), and can be chosen on the widget. */
  readonly followsAddress: boolean
  /** Added by the person, who can delete it. */
  readonly isOwn: boolean
  /** The person's settings, without the defaults. */
  readonly settings: WidgetSettings
}

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
