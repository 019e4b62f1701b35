import type { MessageKey } from '../../../language/index.ts'
import type { SearchState } from '../../../search/index.ts'

/** What is exported. */
export interface ExportedWidget {
  readonly key: string
  readonly title: string
  /** Keys of the metrics it shows. */
  readonly metrics: readonly string[]
  /** Dimension of bars and tables; undefined for a course over time. */
  readonly by?: string | undefined
  /** Rows it shows. */
  readonly limit?: number | undefined
  /** Whether the comparison is shown; it is unless this says otherwise. */
  readonly hasComparison?: boolean
  /** Its own days, where they are not the page's. */
  readonly range?: { readonly from: string; readonly to: string } | undefined
}

/** Where it stands. */
export interface ExportPlace {
  readonly domain: string
  readonly shopName: string
  readonly state: SearchState
  readonly range: { readonly from: string; readonly to: string }
  readonly compare: { readonly from: string; readonly to: string } | undefined
  readonly rangeText: string
}

/** An entry of a menu: a link to a file, or something that the browser does. */
export type ExportAction =
  | { readonly id: string; readonly label: MessageKey; readonly href: string }
  | {
      readonly id: string
      readonly label: MessageKey
      /** Rejects with words for a toast; resolves with what to say when it is done, if there is something to say. */
      run(): Promise<MessageKey | undefined>
    }
