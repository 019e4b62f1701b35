import type { TestContext } from 'node:test'
import type { Clock } from '@tillsight/core'
import type { ShopOrder, ShopProduct } from './history.ts'
import { type FakeShop, type Grant, type ShopifyFake, type ShopifyFakeOptions, startShopifyFake } from './index.ts'

/** A clock that only moves when advanced. */
export class MovableClock implements Clock {
  #at: number

  constructor(at = '2026-11-20T12:00:00Z') {
    this.#at = Date.parse(at)
  }

  now(): Date {
    return new Date(this.#at)
  }

  /** Advances by seconds. */
  advance(seconds: number): void {
    this.#at += seconds * 1000
  }
}

/** The fixture of most tests: a platform that closes with the test, its first shop, and the app installed in it. */
export interface Opened {
  readonly fake: ShopifyFake
  readonly shop: FakeShop
  readonly clock: MovableClock
  readonly grant: Grant
  /** Queries the shop and returns the whole response. */
  ask(query: string, variables?: object): Promise<Params>
}

/** A platform for one test. */
export async function openPlatform(t: TestContext, options: ShopifyFakeOptions = {}): Promise<Opened> {
  const clock = new MovableClock()
  const fake = await startShopifyFake({ clock, ...options })
  t.after(() => fake.close())
  const shop = fake.shop()
  const grant = shop.install()
  return { fake, shop, clock, grant, ask: (query, variables) => ask(shop, grant.accessToken, { query, variables }) }
}

/** As loose as JSON: tests declare what they expect, and any other body fails their assertions. */
type Parsed = ReturnType<typeof JSON.parse>

/** A response of the Admin API. */
export interface Params {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Parsed
}

/** One call with a token. */
export async function ask(
  shop: FakeShop,
  token: string,
  {
    query,
    variables = {},
    version = '2026-10',
  }: { readonly query: string; readonly variables?: object | undefined; readonly version?: string },
): Promise<Params> {
  const response = await fetch(`${shop.url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: read(text) }
}

function read(text: string): Parsed {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Two pairs of socks at 24.00 with 20 % tax in it, 10 % off by a code, shipping 3.60: paid, 46.80. */
export function sampleOrder(id: number, more: Partial<ShopOrder> = {}): ShopOrder {
  const at = `2026-11-10T10:00:${String(id % 60).padStart(2, '0')}Z`
  return {
    id,
    number: id,
    createdAt: at,
    taxesIncluded: true,
    email: `buyer${id}@example.com`,
    discounts: [{ kind: 'code', name: 'TEN', percentage: 10 }],
    lines: [
      {
        id: id * 100 + 1,
        productId: 310,
        variantId: 314,
        title: 'Wool socks',
        sku: 'SOCK',
        quantity: 2,
        unitPrice: '24',
        allocations: [{ discount: 0, amount: '4.8' }],
        taxes: [{ title: 'VAT', rate: 0.2, amount: '7.2' }],
      },
    ],
    shipping: [{ id: id * 100 + 50, title: 'Post', price: '3.6', taxes: [{ title: 'VAT', rate: 0.2, amount: '0.6' }] }],
    transactions: [{ id: id * 100 + 90, kind: 'SALE', gateway: 'shopify_payments', at, amount: '46.8' }],
    ...more,
  }
}

/** The product in {@link sampleOrder}. */
export const socks: ShopProduct = {
  id: 310,
  title: 'Wool socks',
  createdAt: '2026-01-01T00:00:00Z',
  variants: [{ id: 314, inventoryItemId: 315, sku: 'SOCK', price: '24.00', cost: '5.10' }],
}

/** The sales ledger of one order, one text per sale: `RETURN PRODUCT -1 total tax discount`. */
export const ledgerQuery = `query Ledger($id: ID!) { order(id: $id) { agreements(first: 10) { nodes { __typename happenedAt reason
  sales(first: 20) { nodes { __typename actionType lineType quantity totalAmount { shopMoney { amount } }
    totalTaxAmount { shopMoney { amount } } totalDiscountAmountBeforeTaxes { shopMoney { amount } } } } } } } }`

/** Reads the response to {@link ledgerQuery}. */
export function ledgerOf({ body }: Params): string[][] {
  type Bag = { readonly shopMoney: { readonly amount: string } }
  type Sale = {
    readonly actionType: string
    readonly lineType: string
    readonly quantity: number | null
    readonly totalAmount: Bag
    readonly totalTaxAmount: Bag
    readonly totalDiscountAmountBeforeTaxes: Bag
  }
  const agreements: { readonly __typename: string; readonly sales: { readonly nodes: readonly Sale[] } }[] =
    body.data.order.agreements.nodes
  return agreements.map(({ __typename, sales }) => [
    __typename,
    ...sales.nodes.map((sale) =>
      [
        sale.actionType,
        sale.lineType,
        sale.quantity,
        sale.totalAmount.shopMoney.amount,
        sale.totalTaxAmount.shopMoney.amount,
        sale.totalDiscountAmountBeforeTaxes.shopMoney.amount,
      ].join(' '),
    ),
  ])
}
