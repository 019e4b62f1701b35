import type { TestContext } from 'node:test'
import { type Clock, systemClock } from '@tillsight/core'
import {
  type FakeShop,
  type Fault,
  fillShop,
  type ShopEvent,
  type ShopifyFake,
  type ShopifyFakeOptions,
  type ShopOrder,
  startShopifyFake,
} from '../../../../simulators/shopify/index.ts'
import type { ConnectionSettings, ConnectorContext, Page } from '../contract.ts'
import { collectPages, deliveryOf, startContext, startReceiver, storing } from '../fixture.testing.ts'
import type { HttpClient, HttpRequest } from '../http.ts'
import { memoryPauses } from '../pauses.testing.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { webhooks } from './webhooks.ts'

export { collectPages, startReceiver }

/** A simulated shop and a client that waits for nothing; both end with the test. */
export interface Fixture {
  readonly fake: ShopifyFake
  readonly shop: FakeShop
  readonly settings: ConnectionSettings
  readonly app: ConnectionSettings
  /** The pauses that the client would have made, in milliseconds. */
  readonly pauses: number[]
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

/** A clock of a test; where it can, time passes while the client pauses. */
export interface FixtureClock extends Clock {
  pass?(ms: number): void
}

/** Starts a shop that was connected on screen; `settings` of the context can be replaced. */
export async function startFixture(
  t: TestContext,
  options: Omit<ShopifyFakeOptions, 'clock'> & { readonly clock?: FixtureClock } = {},
): Promise<Fixture> {
  const fake = await startShopifyFake({ throttle: 'off', strictSearch: true, ...options })
  const shop = fake.shop()
  const { accessToken, refreshToken } = shop.install()
  const clock = options.clock ?? systemClock
  const onPause = (ms: number) => options.clock?.pass?.(ms)
  const { pauses, around } = startContext(t, { clock, onPause, stop: () => fake.close() })
  const settings = { url: shop.domain, accessToken, refreshToken: refreshToken ?? '' }
  const app = appOf(fake)
  const { renew } = storing(settings)
  const usual = { settings, app, renew, ...around, since: '2020-01-01T00:00:00Z' }
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

/** Ids of all orders of some pages, without doubles. */
export function orderIdsOf(pages: readonly Page[]): string[] {
  return [...new Set(pages.flatMap((page) => page.records.flatMap((one) => (one.type === 'order' ? [one.id] : []))))]
}

const orders = 620
const day = 86_400_000

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'dead_token' },
  forbidden: { kind: 'errors_text', status: 403, text: '[API] This action requires merchant approval.' },
  throttled: { kind: 'throttled' },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '{"data": {"sho' },
}

/** The simulated shop for the contract suite: several pages of every paged list. */
export async function startShopifyContractFake(): Promise<ConnectorFake> {
  const fake = await startShopifyFake({ throttle: 'off', strictSearch: true })
  const shop = fake.shop()
  const { accessToken, refreshToken } = shop.install()
  await fill(fake)
  return {
    settings: { url: shop.domain, accessToken, refreshToken: refreshToken ?? '' },
    app: appOf(fake),
    wrongSettings: { url: shop.domain, token: `shpat_${'0'.repeat(32)}` },
    misbehave: (how) => shop.faults.add(faults[how]),
    behave: () => shop.faults.clear(),
    deliver: (ctx) => {
      const send = async () => {
        shop.store.updateOrder(1_001, { note: 'Please ring twice' })
        await fake.deliverWebhooks()
      }
      return deliveryOf(ctx, { webhooks, secret: fake.app.apiSecret, send })
    },
    stop: async () => await fake.close(),
  }
}

async function fill(fake: ShopifyFake): Promise<void> {
  const beginning = Date.parse('2025-01-05T10:00:00Z')
  const at = (index: number) => `${new Date(beginning + index * day).toISOString().slice(0, 19)}Z`
  await fillShop(fake.shop(), {
    orders: Array.from({ length: orders }, (_, index) => {
      const id = 1_000 + index
      return makeShopOrder(id, at(index), { happenings: eventsOf(id, index, at(index + 2)) })
    }),
    products: Array.from({ length: 120 }, (_, index) => ({
      id: 300 + index,
      title: `Socks ${index}`,
      createdAt: at(index),
      updatedAt: at(index),
      variants: [
        { id: 5_000 + index, inventoryItemId: 7_000 + index, sku: `S-${index}`, price: '11.90', cost: '3.20' },
      ],
    })),
    customers: Array.from({ length: 120 }, (_, index) => ({
      id: 5 + index,
      email: `buyer${index}@example.net`,
      createdAt: at(index),
      updatedAt: at(index),
    })),
  })
}

/** Every third order is refunded in part, every seventh edited. */
function eventsOf(id: number, index: number, at: string): ShopEvent[] {
  const lines = [{ lineId: id * 10 + 1, quantity: 1 }]
  if (index % 3 === 0) {
    const transactions = [
      { id: id * 10 + 4, kind: 'REFUND' as const, gateway: 'shopify_payments', at, amount: '11.90' },
    ]
    return [{ kind: 'refund', id: id * 10 + 3, at, lines, transactions }]
  }
  return index % 7 === 0 ? [{ kind: 'edit', id: id * 10 + 3, at, removed: lines }] : []
}

/** A response, depending on the request. */
export type Reply = (request: HttpRequest) => {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A platform with hand-written responses, which records its requests. */
export interface TestPlatform {
  readonly http: HttpClient
  readonly requests: HttpRequest[]
  /** The pauses that were made, in milliseconds. */
  readonly pauses: number[]
}

/** Returns one response after the other; the last one repeats. */
export function answering(...replies: readonly Reply[]): TestPlatform {
  const requests: HttpRequest[] = []
  const pauses: number[] = []
  const http: HttpClient = {
    async request(request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)]
      requests.push(request)
      if (reply === undefined) throw new Error('nothing is answered')
      const { status, body, headers = {} } = reply(request)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status, headers, url: request.url, body: Buffer.from(text) }
    },
    async pause(ms) {
      pauses.push(ms)
    },
  }
  return { http, requests, pauses }
}

/** A connector context; renewed values are stored and returned to anybody who comes with used-up ones. */
export function contextOf(
  http: HttpClient,
  settings: ConnectionSettings,
  { app = {}, clock }: { readonly app?: ConnectionSettings; readonly clock: Clock },
): ConnectorContext & { stored(): ConnectionSettings } {
  const { renew, stored } = storing(settings)
  const signal = new AbortController().signal
  const time = { clock, pauses: memoryPauses(clock), since: '2026-01-01T00:00:00Z' }
  return { settings, app, renew, http, signal, ...time, stored }
}
