import type { WidgetKind, WidgetSettings } from '@tillsight/domain/inputs'
import type { Unit } from '../../services.ts'

/** A widget without what it shows: its place, its name and how it is set. The same on the server and in the browser. */
export interface WidgetFrame {
  /** Key in the preference: `woocommerce.sales`, `woocommerce.chart`, `own.k3f9`. */
  readonly key: string
  /** Stat that it shows, `platform.metric`. */
  readonly stat: string
  /** The metric part of it, as questions and addresses name it. */
  readonly metric: string
  /** The person's own name for it, or the label. */
  readonly title: string
  /** The metric's name. */
  readonly label: string
  readonly unit: Unit
  /** Section that it belongs to, whether it is pinned or not. */
  readonly section: string
  readonly isPinned: boolean
  /** The platform of its stat is connected, so there can be something to show. */
  readonly isConnected: boolean
  /** Where it stands in its section, ascending; not whole when it was put between two others. */
  readonly place: number
  readonly kind: WidgetKind
  /** Columns of the grid. */
  readonly size: 1 | 2 | 3 | 4
  /** Dimension of bars and tables. */
  readonly by: string
  /** Rows of bars and tables. */
  readonly limit: number
  /** Whether the comparison is drawn. */
  readonly hasComparison: boolean
  /** The metric and dimension follow the address (`metric`, `by`), with a choice on the widget. */
  readonly followsAddress: boolean
  /** The person added it, and can remove it for good. */
  readonly isOwn: boolean
  /** What the person set, without the defaults. */
  readonly settings: WidgetSettings
}
