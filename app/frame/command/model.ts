import type { FrameShop } from '../use-shops.ts'

/** Data that the command menu loads when it is first opened. */
export interface CommandData {
  /** Metrics that the summary's panel can show, in the page's language. */
  readonly metrics: readonly { readonly key: string; readonly label: string }[]
  readonly views: readonly {
    readonly id: string
    readonly name: string
    /** Page below the shop's address; empty for the summary. */
    readonly page: string
    readonly search: string
  }[]
}

/** Context of the command menu and the shortcuts. */
export interface CommandPlace {
  /** The current shop; undefined while there is none. */
  readonly shop: FrameShop | undefined
}
