import type { ConnectionView } from '@tillsight/domain'

/** A store's own zone and currency. */
export interface StoreBasics {
  readonly zone: string
  readonly currency: string
}

/** What the connected store says of itself; null without one, or when it has not said. */
export function storeBasics(connections: readonly ConnectionView[]): StoreBasics | null {
  const store = connections.find(({ isStore, account }) => isStore && account !== null)
  return store?.account ? { zone: store.account.zone, currency: store.account.currency } : null
}
