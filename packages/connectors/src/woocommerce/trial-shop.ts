import type { TestContext } from 'node:test'
import { systemClock } from '@tillsight/core'
import type { ConnectionSettings, ConnectorContext, Page, Renew } from '../contract.ts'
import { createHttpClient } from '../http/index.ts'
import { memoryPauses } from '../pauses.testing.ts'
import type { PlatformRecord } from '../records.ts'
import {
  type StoreOrder,
  startWooCommerceFake,
  type WooCommerceFake,
  type WooCommerceFakeOptions,
} from './fake/index.ts'

/** A simulated shop and a client that waits for nothing; both end with the test. */
export interface Trial {
  readonly fake: WooCommerceFake
  readonly settings: ConnectionSettings
  /** Pauses that the client would have made, milliseconds. */
  readonly pauses: number[]
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

/** Starts a shop; `settings` of the context can be replaced. */
export async function startTrial(t: TestContext, options: WooCommerceFakeOptions = {}): Promise<Trial> {
  const fake = await startWooCommerceFake(options)
  const { consumerKey: key, consumerSecret: secret } = fake.keys.add({ permissions: 'read_write' })
  const pauses: number[] = []
  const http = createHttpClient({
    log: { debug: () => {}, warn: () => {} },
    clock: systemClock,
    userAgent: 'Tillsight/0.1 (+https://tillsight.example)',
    egressAddresses: ['192.0.2.7'],
    allowPrivateAddresses: true,
    pace: 'off',
    random: () => 0.5,
    ...(options.tls === undefined ? {} : { certificateAuthority: options.tls.cert }),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      pauses.push(ms)
    },
  })
  t.after(async () => {
    http.close()
    await fake.close()
  })
  const settings = { url: fake.url, key, secret }
  const signal = new AbortController().signal
  const renew: Renew = async (spent, grant) => ({ ...spent, ...(await grant(spent)) })
  const time = { clock: systemClock, pauses: memoryPauses(systemClock), since: '2020-01-01T00:00:00Z' }
  const usual = { settings, app: {}, renew, http, signal, ...time }
  return { fake, settings, pauses, ctx: (more) => ({ ...usual, ...more }) }
}

/** A paid order of one line at 10.00 with 1.90 of tax. */
export function makeOrder(id: number, createdAt: string, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    status: 'completed',
    createdAt,
    paidAt: createdAt,
    email: `buyer${id}@example.net`,
    lines: [
      {
        id: id + 1,
        productId: 7,
        sku: 'S',
        name: 'Socks',
        quantity: 1,
        subtotal: '10.00',
        total: '10.00',
        totalTax: '1.90',
      },
    ],
    ...more,
  }
}

/** `count` orders, one an hour, with room between their ids. */
export function makeOrders(count: number, beginning = '2026-03-01T00:00:00Z'): StoreOrder[] {
  const start = Date.parse(beginning)
  return Array.from({ length: count }, (_, index) =>
    makeOrder(1_000 + index * 10, `${new Date(start + index * 3_600_000).toISOString().slice(0, 19)}Z`),
  )
}

/** Reads a stream to its end. */
export async function collectPages<R extends PlatformRecord>(pages: AsyncIterable<Page<R>>): Promise<Page<R>[]> {
  const collected: Page<R>[] = []
  for await (const page of pages) collected.push(page)
  return collected
}

/** Ids of all records of some pages, without doubles. */
export async function collectIds(pages: AsyncIterable<Page>): Promise<string[]> {
  return [...new Set(idsOf(await collectPages(pages)))]
}

/** Ids of the records of some pages, in their order. */
export function idsOf(pages: readonly Page[]): string[] {
  return pages.flatMap(({ records }) => records.flatMap((record) => ('id' in record ? [record.id] : [])))
}
