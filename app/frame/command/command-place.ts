import type { FrameShop } from '../shop-switcher.tsx'

/** What the menu and the keys lead to. */
export interface CommandPlace {
  readonly shops: readonly FrameShop[]
  /** The current shop; undefined while there is none. */
  readonly shop: FrameShop | undefined
}
