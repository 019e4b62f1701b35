import { siteZone } from '../zone.ts'
import type { FakeFaults } from './faults.ts'
import type { ShopCustomer, ShopProduct } from './history.ts'
import type { Platform, ShopSite } from './options.ts'

/** The arguments of every connection. */
export interface PageArgs {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

/** Arguments of a list that can be searched and sorted. */
export interface ListArgs extends PageArgs {
  readonly query?: string | null
  readonly sortKey?: string | null
}

/** A list of the shop, as responses need it. */
export interface ListView {
  page(args: ListArgs, call: Call): object
  all(args: ListArgs, call: Call): Iterable<object>
}

export type ListName = 'orders' | 'products' | 'productVariants' | 'inventoryItems' | 'customers'

/** The shop's data, as objects of a response see it. */
export interface StoreView {
  readonly products: ReadonlyMap<number, ShopProduct>
  readonly customers: ReadonlyMap<number, ShopCustomer>
  readonly listings: Readonly<Record<ListName, ListView>>
  /** The shop's statistics about a customer. */
  customerTotals(id: number): { readonly orders: number; readonly spent: bigint }
}

/** The shop, as objects of a response see it. */
export interface NodeWorld {
  readonly platform: Platform
  readonly site: ShopSite
  readonly store: StoreView
  readonly faults: FakeFaults
}

/** One GraphQL call in progress. */
export interface Call {
  readonly world: NodeWorld
  readonly scopes: ReadonlySet<string>
  readonly version: string
  /** Lists are read to their end: a bulk operation. */
  readonly isBulk: boolean
  /** The points used so far. */
  spent: number
  /** Unknown parts of searches, by queried field. */
  readonly searchWarnings: SearchWarning[]
}

interface SearchWarning {
  readonly path: readonly string[]
  readonly query: string
  readonly field: string
  readonly message: string
}

/** The platform's time, to the second. */
export function nowText(platform: Platform): string {
  return `${platform.clock.now().toISOString().slice(0, 19)}Z`
}

/** A global id. */
export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`
}

/** The parts of a global id; undefined for anything else. */
export function readGid(text: unknown): { readonly type: string; readonly id: number } | undefined {
  const match = typeof text === 'string' ? /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/.exec(text) : null
  return match ? { type: match[1] ?? '', id: Number(match[2]) } : undefined
}

/** An instant in the shop's own time: `2026-11-03T10:14:55+01:00`. */
export function localTime({ site }: NodeWorld, instant: string): string {
  const seconds = Date.parse(instant) / 1000
  const offset = siteZone(site.zone).offsetAt(seconds)
  const minutes = Math.abs(offset) / 60
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const text = new Date((seconds + offset) * 1000).toISOString().slice(0, 19)
  return `${text}${offset < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`
}

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The English name of a country by its code. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
