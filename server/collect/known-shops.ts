import type { Clock, ShopId } from '@tillsight/core'
import type { NamedCustomer } from '@tillsight/tracking'

/** The part of a shop that the collector needs. */
export interface KnownShop {
  readonly id: ShopId
  /** Without `www.`; their subdomains belong to the shop too. */
  readonly domains: readonly string[]
  /** Further hosts whose pages tell of its orders: its platform's checkout. */
  readonly checkouts: readonly string[]
  readonly identify: (customer: NamedCustomer) => readonly string[]
}

interface Entry {
  readonly until: number
  readonly shop: Promise<KnownShop | undefined>
}

const knownMs = 60_000
const unknownMs = 10_000
const mostEntries = 10_000

/**
 * Finds shops by their tracking keys and caches them, as well as unknown keys. Those have a separate cache, so that made-up
 * keys, of which there is no end, evict only each other.
 */
export function createKnownShops(clock: Clock, find: (key: string) => Promise<KnownShop | undefined>) {
  const shops = new Map<string, Entry>()
  /** Keys that are unknown, or being looked up. */
  const others = new Map<string, Entry>()

  function ask(key: string, before: Entry | undefined): Promise<KnownShop | undefined> {
    const now = clock.now().getTime()
    const shop = find(key)
    // While the database is down the cached shop stays valid: events must not be lost for that.
    const response = before === undefined ? shop : shop.catch(() => before.shop)
    const asked = { until: now + knownMs, shop: response }
    remember(others, key, asked)
    shop.then(
      (found) => {
        if (others.get(key) === asked) others.delete(key)
        if (found !== undefined) return remember(shops, key, asked)
        shops.delete(key)
        remember(others, key, { until: now + unknownMs, shop })
      },
      () => {
        if (others.get(key) === asked) others.delete(key)
        if (before !== undefined) remember(shops, key, { until: now + unknownMs, shop: before.shop })
      },
    )
    return response
  }

  /** The shop of the key, at most a minute old. Throws while it cannot be determined. */
  return async (key: string): Promise<KnownShop | undefined> => {
    const now = clock.now().getTime()
    const known = shops.get(key)
    const fresh = [known, others.get(key)].find((entry) => entry !== undefined && now < entry.until)
    return fresh?.shop ?? ask(key, known)
  }
}

/** Evicts the oldest entry when full. */
function remember(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.delete(key)
  const [oldest] = entries.keys()
  if (entries.size >= mostEntries && oldest !== undefined) entries.delete(oldest)
  entries.set(key, entry)
}

/** Whether a page of the shop sent this, by its host. */
export function isOwnHost({ domains }: Pick<KnownShop, 'domains'>, host: string | undefined): boolean {
  return host !== undefined && domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Whether an event comes from the shop itself, by the host of the page that sent it. */
export function isOwnPlace({ domains, checkouts }: KnownShop, host: string | undefined): boolean {
  return isOwnHost({ domains }, host) || isOwnHost({ domains: checkouts }, host)
}

/** The host of an address; undefined where it has none. */
export function hostOf(address: string): string | undefined {
  return URL.parse(address)?.hostname
}
