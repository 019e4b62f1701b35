import type { Clock, ShopId } from '@tillsight/core'
import type { NamedCustomer } from '@tillsight/tracking'

/** A shop as the collector needs it. */
export interface KnownShop {
  readonly id: ShopId
  /** Without `www.`; what is below them belongs to the shop too. */
  readonly domains: readonly string[]
  readonly identify: (customer: NamedCustomer) => readonly string[]
}

interface Entry {
  readonly until: number
  readonly shop: Promise<KnownShop | undefined>
}

const knownMs = 60_000
const unknownMs = 10_000
const mostEntries = 10_000

/** Finds shops by their tracking keys and remembers them, and also which keys name none. */
export function createKnownShops(clock: Clock, find: (key: string) => Promise<KnownShop | undefined>) {
  const entries = new Map<string, Entry>()

  function ask(key: string, before: Entry | undefined): Promise<KnownShop | undefined> {
    const now = clock.now().getTime()
    const shop = find(key)
    if (entries.size >= mostEntries) entries.clear()
    entries.set(key, { until: now + knownMs, shop })
    shop.then(
      (found) => {
        if (found === undefined) entries.set(key, { until: now + unknownMs, shop })
      },
      () => {
        // What was known holds on while the database does not answer: events must not be lost for that.
        if (before === undefined) entries.delete(key)
        else entries.set(key, { until: now + unknownMs, shop: before.shop })
      },
    )
    return before === undefined ? shop : shop.catch(() => before.shop)
  }

  /** The shop that the key names, as of a minute ago at most. Throws while nobody can say. */
  return async (key: string): Promise<KnownShop | undefined> => {
    const entry = entries.get(key)
    if (entry !== undefined && clock.now().getTime() < entry.until) return entry.shop
    return ask(key, entry)
  }
}

/** Whether a page of this origin is one of the shop's. */
export function isOwnOrigin({ domains }: Pick<KnownShop, 'domains'>, origin: string): boolean {
  const host = URL.parse(origin)?.hostname
  return host !== undefined && domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
