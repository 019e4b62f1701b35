import type { FrameShop } from '../shop-switcher.tsx'

/** What the command menu loads when it is opened for the first time. */
export interface CommandData {
  /** Figures that can be opened beside the summary, in the page's language. */
  readonly metrics: readonly { readonly key: string; readonly label: string }[]
  readonly views: readonly {
    readonly id: string
    readonly name: string
    /** Page below the shop's address; empty for the summary. */
    readonly page: string
    readonly search: string
  }[]
}

/** What the menu and the keys lead to. */
export interface CommandPlace {
  readonly shops: readonly FrameShop[]
  /** The current shop; undefined while there is none. */
  readonly shop: FrameShop | undefined
}
