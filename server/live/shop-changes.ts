import { type ShopId, toShopId } from '@tillsight/core'
import { type Database, factsChannel, findFactVersions } from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'

/** A watch on some shops. */
export interface ShopWatch {
  /** Versions of the shops' facts in their order, `12,7`; 0 for a shop without facts. */
  state(): string
  /** Reads the versions again, in case a notification was missed. */
  refresh(): Promise<void>
  stop(): void
}

/** Notifications of changed facts, from any process of the installation. */
export interface ShopChanges {
  /** Resolves once no later change can be missed; `changed` is called for each. */
  watch(shops: readonly ShopId[], changed: () => void): Promise<ShopWatch>
}

type Tell = (shop: string, version: bigint) => void

/** Listens to the database from the first watch on, with one connection for all of them. */
export function createShopChanges(database: Database, log: Log): ShopChanges {
  const watches = new Map<string, Set<Tell>>()
  let listening: Promise<unknown> | undefined

  const tellAll: Tell = (shop, version) => {
    for (const tell of watches.get(shop) ?? []) tell(shop, version)
  }
  const catchUp = async (): Promise<void> => {
    const versions = await findFactVersions(database.kysely, [...watches.keys()].map(toShopId))
    for (const [shop, version] of versions) tellAll(shop, version)
  }
  const listen = async (): Promise<void> => {
    await database.listen(factsChannel, {
      message(payload) {
        const [, shop, version] = /^(\S+) (\d+)$/.exec(payload) ?? []
        if (shop !== undefined && version !== undefined) tellAll(shop, BigInt(version))
      },
      // Every watch refreshes from time to time, so a failure here only causes a short delay.
      missed: () => void catchUp().catch((error: unknown) => log.warn({ err: error }, 'missed changes are not known')),
    })
  }
  const heard = async (): Promise<void> => {
    listening ??= listen()
    try {
      await listening
    } catch (error) {
      listening = undefined
      throw error
    }
  }

  return {
    async watch(shops, changed) {
      const versions = new Map<string, bigint>(shops.map((shop) => [shop, 0n]))
      const tell: Tell = (shop, version) => {
        if (version <= (versions.get(shop) ?? 0n)) return
        versions.set(shop, version)
        changed()
      }
      const refresh = async (): Promise<void> => {
        for (const [shop, version] of await findFactVersions(database.kysely, shops)) tell(shop, version)
      }
      const stop = (): void => {
        for (const shop of shops) {
          const left = watches.get(shop)
          left?.delete(tell)
          if (left?.size === 0) watches.delete(shop)
        }
      }
      for (const shop of shops) watches.set(shop, (watches.get(shop) ?? new Set()).add(tell))
      try {
        await heard()
        await refresh()
      } catch (error) {
        stop()
        throw error
      }
      return { state: () => [...versions.values()].join(','), refresh, stop }
    },
  }
}
