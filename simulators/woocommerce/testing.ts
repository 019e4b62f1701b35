import type { TestContext } from 'node:test'
import type { StoreOrder } from './history.ts'
import { startWooCommerceFake, type WooCommerceFake, type WooCommerceFakeOptions } from './index.ts'

/** A key that is valid in every test shop. */
export const testKey = { consumerKey: 'ck_test', consumerSecret: 'cs_test', permissions: 'read_write' } as const

/** A shop that closes with the test; by default, keys work with Basic authentication. */
export async function openShop(t: TestContext, options: WooCommerceFakeOptions = {}): Promise<WooCommerceFake> {
  const fake = await startWooCommerceFake({ isSsl: true, keys: [testKey], ...options })
  t.after(() => fake.close())
  return fake
}

/** A response, its body parsed if it is JSON. */
export interface Read<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
  readonly text: string
}

/** Calls a REST route signed with Basic. `T` is what the test expects to find. */
export async function call<T = Record<string, unknown>>(
  fake: WooCommerceFake,
  route: string,
  init: RequestInit & { readonly json?: unknown } = {},
): Promise<Read<T>> {
  const authorization = `Basic ${Buffer.from(`${testKey.consumerKey}:${testKey.consumerSecret}`).toString('base64')}`
  const { json, ...rest } = init
  const response = await fetch(`${fake.restUrl}wc/v3/${route}`, {
    redirect: 'manual',
    ...rest,
    headers: { authorization, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: readJson<T>(text), text }
}

/** Tests declare what they expect; any other body fails their assertions. */
function readJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    return {} as T
  }
}

/** A simple order worth 20.00 plus 3.80 tax. */
export function sampleOrder(id: number, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    status: 'completed',
    createdAt: `2026-10-01T10:00:${String(id % 60).padStart(2, '0')}Z`,
    email: `buyer${id}@example.com`,
    lines: [
      {
        id: id * 100 + 1,
        productId: 11,
        sku: 'SOCK',
        name: 'Wool socks',
        quantity: 2,
        subtotal: '20',
        subtotalTax: '3.8',
        total: '20',
        totalTax: '3.8',
        taxes: [{ rateId: 7, total: '3.8' }],
      },
    ],
    ...more,
  }
}
