import { AppError, type ShopId, toShopId } from '@tillsight/core'

/**
 * How a shop is named by whoever wants it: by id, by domain, or, since a domain is only its organisation's, by domain and
 * mark where one person, or whoever runs the installation, sees two of them: `tea.example~1f0c2ab9`.
 */
export type ShopName = { readonly id: ShopId } | { readonly domain: string }

interface Named {
  readonly id: ShopId
  readonly domain: string
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const marked = /^(.*)~([0-9a-f]{8})$/

/** Reads a name as people and programs write it. */
export function readShopName(text: string): ShopName {
  return isId.test(text) ? { id: toShopId(text) } : { domain: text.toLowerCase() }
}

/** The domain that a name is looked up by. */
export function domainOf(name: string): string {
  return marked.exec(name)?.[1] ?? name
}

/** What the shop is called among these: its domain, with its mark where another one has the same. */
export function shopAddress(shop: Named, among: readonly Named[]): string {
  const isShared = among.some(({ id, domain }) => domain === shop.domain && id !== shop.id)
  return isShared ? `${shop.domain}~${markOf(shop)}` : shop.domain
}

/** The one that is meant among shops of one domain. Throws `conflict` with the names of all where several may be. */
export function chooseNamed<T extends Named>(shops: readonly T[], name: ShopName): T | undefined {
  if ('id' in name) return shops.find(({ id }) => id === name.id)
  const mark = marked.exec(name.domain)?.[2]
  const [first, another] = mark === undefined ? shops : shops.filter((shop) => markOf(shop) === mark)
  if (another === undefined) return first
  const names = shops.map((shop) => shopAddress(shop, shops)).join(', ')
  throw new AppError(
    'conflict',
    `Several shops here have the domain ${name.domain}. Name the one that you mean, by its id or as one of: ${names}.`,
    { details: { reason: 'ambiguous' } },
  )
}

/** Its end: the beginning of some kinds of ids is the time at which they were made. */
function markOf({ id }: Pick<Named, 'id'>): string {
  return id.slice(-8)
}
