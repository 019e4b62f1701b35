import type { Bulk } from './bulk.ts'
import type { FakeStore } from './store.ts'
import type { FakeTokens } from './tokens.ts'
import type { FakeWebhooks } from './webhooks.ts'
import type { Call, NodeWorld } from './world.ts'

/** All parts of one simulated shop. */
export interface ShopWorld extends NodeWorld {
  readonly store: FakeStore
  readonly tokens: FakeTokens
  readonly webhooks: FakeWebhooks
  readonly bulk: Bulk
  /** Settings of the web pixels that the app has activated. */
  readonly pixels: unknown[]
}

/** A call with access to the whole shop, for root fields. */
export interface ShopCall extends Call {
  readonly world: ShopWorld
}
