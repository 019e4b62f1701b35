// Where the pictures of tests are kept: in memory.
import type { ConnectionContext } from '../connections/index.ts'
import { createMemoryStore } from '../stored-files/testing.ts'

/** The bytes of all pictures of this process. */
export const pictureStore = createMemoryStore()

/** Where the shop keeps its pictures. */
export function filesOf({ ctx: { db, clock } }: { readonly ctx: Pick<ConnectionContext, 'db' | 'clock'> }) {
  return { db, clock, store: pictureStore, largestTotal: 1e9 }
}

/** The shop's context, with its files. */
export function seenIn<Shop extends { readonly ctx: ConnectionContext }>(shop: Shop) {
  return { ...shop.ctx, files: filesOf(shop) }
}
