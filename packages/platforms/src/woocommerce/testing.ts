import type { TestContext } from 'node:test'
import { systemClock } from '@tillsight/core'
import {
  type Fault,
  type StoreOrder,
  startWooCommerceFake,
  type WooCommerceFake,
  type WooCommerceFakeOptions,
} from '../../../../simulators/woocommerce/index.ts'
import type { ConnectionSettings, ConnectorContext, Page, Renew } from '../contract.ts'
import { collectPages, deliveryOf, startContext } from '../fixture.testing.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { webhooks } from './webhooks.ts'

export { collectPages }

/** A simulated shop and a client that waits for nothing; both end with the test. */
export interface Fixture {
  readonly fake: WooCommerceFake
  readonly settings: ConnectionSettings
  /** Pauses that the client would have made, milliseconds. */
  readonly pauses: number[]
  readonly ctx: (more?: Partial<ConnectorContext>) => ConnectorContext
}

/** Starts a shop; `settings` of the context can be replaced. */
export async function startFixture(t: TestContext, options: WooCommerceFakeOptions = {}): Promise<Fixture> {
  const fake = await startWooCommerceFake(options)
  const { consumerKey: key, consumerSecret: secret } = fake.keys.add({ permissions: 'read_write' })
  const { pauses, around } = startContext(t, {
    clock: systemClock,
    egressAddresses: ['192.0.2.7'],
    ...(options.tls === undefined ? {} : { certificateAuthority: options.tls.cert }),
    stop: () => fake.close(),
  })
  const settings = { url: fake.url, key, secret }
  const renew: Renew = async (spent, grant) => ({ ...spent, ...(await grant(spent)) })
  const usual = { settings, app: {}, renew, ...around, since: '2020-01-01T00:00:00Z' }
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

/** Ids of all records of some pages, without doubles. */
export async function collectIds(pages: AsyncIterable<Page>): Promise<string[]> {
  return [...new Set(idsOf(await collectPages(pages)))]
}

/** Ids of the records of some pages, in their order. */
export function idsOf(pages: readonly Page[]): string[] {
  return pages.flatMap(({ records }) => records.flatMap((record) => ('id' in record ? [record.id] : [])))
}

const orders = 320
const day = 86_400_000

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'wrong_secret' },
  forbidden: { kind: 'shield' },
  throttled: { kind: 'throttled' },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '{"orders": [{"id"' },
}

/** The simulated shop for the contract suite: several pages of every paged list. */
export async function startWooCommerceContractFake(): Promise<ConnectorFake> {
  const fake = await startWooCommerceFake()
  const { consumerKey: key, consumerSecret: secret } = fake.keys.add({ permissions: 'read_write' })
  const settings = { url: fake.url, key, secret }
  await fill(fake)
  return {
    settings,
    wrongSettings: { ...settings, secret: `cs_${'0'.repeat(40)}` },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => fake.faults.clear(),
    deliver: (ctx) => {
      const send = async () => {
        fake.store.updateOrder(1_010, { customerNote: 'Please ring twice' })
        await fake.deliverWebhooks()
      }
      return deliveryOf(ctx, { webhooks, secret: 'contract-secret-of-more-than-32-characters', send })
    },
    stop: async () => await fake.close(),
  }
}

async function fill(fake: WooCommerceFake): Promise<void> {
  const beginning = Date.parse('2026-01-05T10:00:00Z')
  const at = (index: number) => `${new Date(beginning + index * day).toISOString().slice(0, 19)}Z`
  await fake.store.fill({
    orders: Array.from({ length: orders }, (_, index) => makeContractOrder(index, at)),
    products: Array.from({ length: 120 }, (_, index) => ({
      id: 20_000 + index * 2,
      name: `Socks ${index}`,
      sku: `S-${index}`,
      price: '12.50',
      createdAt: at(index),
      ...(index % 40 === 0
        ? { variations: [{ id: 20_001 + index * 2, sku: `S-${index}-M`, price: '13', attributes: { Size: 'M' } }] }
        : {}),
    })),
    customers: Array.from({ length: 120 }, (_, index) => ({
      id: 5 + index,
      email: `buyer${index}@example.net`,
      createdAt: at(index),
    })),
    coupons: [{ id: 3, code: 'welcome10', discountType: 'percent', amount: '10', createdAt: at(0) }],
  })
}

function makeContractOrder(index: number, at: (index: number) => string): StoreOrder {
  const id = 1_000 + index * 10
  const refunded = index % 3 === 0
  const paid = index % 5 !== 4
  return {
    id,
    status: paid ? 'completed' : 'on-hold',
    createdAt: at(index),
    ...(paid ? { paidAt: at(index) } : {}),
    email: `buyer${index % 50}@example.net`,
    lines: [
      {
        id: id + 1,
        productId: 20_000,
        sku: 'S-0',
        name: 'Socks',
        quantity: 2,
        subtotal: '25.00',
        total: '22.50',
        totalTax: '4.275',
      },
    ],
    ...(refunded ? { refunds: [{ id: id + 5, createdAt: at(index + 2), amount: '5.00' }] } : {}),
  }
}
