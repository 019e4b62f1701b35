import { fillStore, type StoreOrder, startWooCommerceFake, type WooCommerceFake } from '../simulators/index.ts'

/** A small simulated store with easily calculated figures. */
export interface FixtureStore {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** Login of the store's administrator, who may approve applications. */
  readonly login: { readonly user: string; readonly password: string }
  readonly fake: WooCommerceFake
  close(): Promise<void>
}

/** Total of each order of a trial store, tax included. */
export const orderTotal = 23.8

/** Starts a store that sold one pair of socks on each of the last `orders` days. */
export async function openFixtureStore(name: string, orders: number): Promise<FixtureStore> {
  const key = { consumerKey: 'ck_trial', consumerSecret: 'cs_trial', permissions: 'read_write' } as const
  const fake = await startWooCommerceFake({ name, zone: 'Europe/Berlin', currency: 'EUR', country: 'DE', keys: [key] })
  await fillStore(fake, { orders: Array.from({ length: orders }, (_, nth) => socksOrder(5001 + nth, nth + 1)) })
  return {
    url: fake.url,
    key: key.consumerKey,
    secret: key.consumerSecret,
    login: { user: 'admin', password: 'password' },
    fake,
    close: () => fake.close(),
  }
}

/** Sells a pair of socks now; the store sends its webhooks. */
export async function sellSocks({ fake }: FixtureStore, id: number): Promise<void> {
  fake.store.createOrder(socksOrder(id, 0))
  await fake.deliverWebhooks()
}

const dayMs = 86_400_000

function socksOrder(id: number, daysAgo: number): StoreOrder {
  return {
    id,
    status: 'completed',
    createdAt: new Date(Date.now() - daysAgo * dayMs).toISOString(),
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
  }
}
