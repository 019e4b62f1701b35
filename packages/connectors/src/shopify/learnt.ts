import type { HttpClient } from '../http.ts'
import { Allowance } from './allowance.ts'
import type { OrderPart } from './documents/orders.ts'

/** What is found out about a shop while reading, kept as long as its client. */
export interface Learnt {
  readonly allowance: Allowance
  /** Parts of orders, and costs of products, that this shop does not show. */
  readonly denied: Set<OrderPart | 'costs'>
  /** Sizes that were small enough, by question. */
  readonly sizes: Map<string, number>
  /** What the merchant was told already. */
  readonly told: Set<string>
}

const byClient = new WeakMap<HttpClient, Map<string, Learnt>>()

/** What is known about a shop; starts empty for every client. */
export function recall(http: HttpClient, shop: string): Learnt {
  const shops = byClient.get(http) ?? new Map<string, Learnt>()
  byClient.set(http, shops)
  const known = shops.get(shop)
  if (known !== undefined) return known
  const learnt: Learnt = { allowance: new Allowance(), denied: new Set(), sizes: new Map(), told: new Set() }
  shops.set(shop, learnt)
  return learnt
}
