import type { TestContext } from 'node:test'
import { type Clock, systemClock } from '@tillsight/core'
import type { ConnectionSettings, ConnectorContext, Page, Renew } from '../contract.ts'
import { createHttpClient } from '../http/index.ts'
import { memoryPauses } from '../pauses.testing.ts'
import type { PlatformRecord } from '../records.ts'
import {
  type FakeShop,
  type ShopifyFake,
  type ShopifyFakeOptions,
  type ShopOrder,
  startShopifyFake,
} from './fake/index.ts'

/** A simulated shop and a client that waits for nothing; both end with the test. */
export interface Trial {
  readonly fake: ShopifyFake
  readonly shop: FakeShop
  readonly settings: ConnectionSettings
  readonly app: ConnectionSettings
  /** Pauses that would have been made, milliseconds. */
  readonly pauses: number[]
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

/** A clock of a test; where it can, time passes while the client pauses. */
export interface TrialClock extends Clock {
  pass?(ms: number): void
}

/** Starts a shop that was connected on screen; `settings` of the context can be replaced. */
export async function startTrial(
  t: TestContext,
  options: Omit<ShopifyFakeOptions, 'clock'> & { readonly clock?: TrialClock } = {},
): Promise<Trial> {
  const fake = await startShopifyFake({ throttle: 'off', strictSearch: true, ...options })
  const shop = fake.shop()
  const { accessToken, refreshToken } = shop.install()
  const pauses: number[] = []
  const clock = options.clock ?? systemClock
  const http = createHttpClient({
    log: { debug: () => {}, warn: () => {} },
    clock,
    userAgent: 'Tillsight/0.1 (+https://tillsight.example)',
    allowPrivateAddresses: true,
    pace: 'off',
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      pauses.push(ms)
      options.clock?.pass?.(ms)
    },
  })
  t.after(async () => {
    http.close()
    await fake.close()
  })
  const settings = { url: shop.domain, accessToken, refreshToken: refreshToken ?? '' }
  const app = appOf(fake)
  const signal = new AbortController().signal
  let stored: ConnectionSettings = settings
  const renew: Renew = async (spent, grant) => {
    const isSpent = Object.entries(spent).every(([key, value]) => stored[key] === value)
    if (isSpent) stored = { ...stored, ...(await grant(stored)) }
    return stored
  }
  const time = { clock, pauses: memoryPauses(clock), since: '2020-01-01T00:00:00Z' }
  const usual = { settings, app, renew, http, signal, ...time }
  return { fake, shop, settings, app, pauses, ctx: (more) => ({ ...usual, ...more }) }
}

/** The operator's settings for a simulated platform. */
export function appOf(fake: ShopifyFake): ConnectionSettings {
  return { apiKey: fake.app.apiKey, apiSecret: fake.app.apiSecret, shopUrl: fake.shopUrlTemplate }
}

/** A paid order of one line of two at 11.90 with tax, of a shop whose prices include it. */
export function makeShopOrder(id: number, at: string, more: Partial<ShopOrder> = {}): ShopOrder {
  return {
    id,
    createdAt: at,
    taxesIncluded: true,
    email: `buyer${id}@example.net`,
    lines: [
      {
        id: id * 10 + 1,
        productId: 310,
        variantId: 314,
        title: 'Wool socks',
        sku: 'SOCK-M',
        quantity: 2,
        unitPrice: '11.90',
        taxes: [{ title: 'VAT', rate: 0.19, amount: '3.80' }],
      },
    ],
    transactions: [{ id: id * 10 + 2, kind: 'SALE', gateway: 'shopify_payments', at, amount: '23.80' }],
    ...more,
  }
}

/** `count` orders, one every `hours`. */
export function makeShopOrders(count: number, beginning = '2026-03-01T00:00:00Z', hours = 1): ShopOrder[] {
  const start = Date.parse(beginning)
  return Array.from({ length: count }, (_, index) =>
    makeShopOrder(1_000 + index, `${new Date(start + index * hours * 3_600_000).toISOString().slice(0, 19)}Z`),
  )
}

/** Reads a stream to its end. */
export async function collectPages<R extends PlatformRecord>(pages: AsyncIterable<Page<R>>): Promise<Page<R>[]> {
  const collected: Page<R>[] = []
  for await (const page of pages) collected.push(page)
  return collected
}

/** Ids of all orders of some pages, without doubles. */
export function orderIdsOf(pages: readonly Page[]): string[] {
  return [...new Set(pages.flatMap((page) => page.records.flatMap((one) => (one.type === 'order' ? [one.id] : []))))]
}
