import type { MessageKey } from '../../../language/index.ts'
import type { SearchState } from '../../../search/index.ts'

/** The widget to export. */
export interface ExportedWidget {
  readonly key: string
  readonly title: string
  /** Keys of its metrics. */
  readonly metrics: readonly string[]
  /** Dimension of bars and tables; undefined for a time series. */
  readonly by?: string | undefined
  /** Number of rows. */
  readonly limit?: number | undefined
  /** Whether the comparison is shown; default true. */
  readonly hasComparison?: boolean
  /** Its own period, where it is not the page's. */
  readonly range?: { readonly from: string; readonly to: string } | undefined
}

/** Context of the exported widget. */
export interface ExportPlace {
  readonly domain: string
  readonly shopName: string
  readonly state: SearchState
  readonly range: { readonly from: string; readonly to: string }
  readonly compare: { readonly from: string; readonly to: string } | undefined
  readonly rangeText: string
}

/** A menu entry: a link to a file, or an action in the browser. */
export type ExportAction =
  | { readonly id: string; readonly label: MessageKey; readonly href: string }
  | {
      readonly id: string
      readonly label: MessageKey
      /** Rejects with a message for a toast; resolves with a confirmation, if there is one. */
      run(): Promise<MessageKey | undefined>
    }
