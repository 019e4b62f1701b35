// A simulated shop in a process of its own, as separate from the product as a real one: prints its connection settings once
// its orders are generated, sells on demand, and exits with its parent.
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fillShop, fillStore, type StoreOrder, startShopifyFake, startWooCommerceFake } from '../simulators/index.ts'
import { simulatedOrders, simulatedShop } from './simulated-history.ts'
import type { Outage, SaleOrder, SimulatedStore, StoreOptions } from './simulated-store.ts'

const options = JSON.parse(process.argv[2] ?? '') as StoreOptions
const now = new Date()
const webhooks = { run: 'timed', delayMs: 0 } as const

const opened = options.platform === 'shopify' ? await openShopify() : await openWooCommerce()
say(opened.store)
let everSold = 0
for await (const line of createInterface(process.stdin)) {
  const wanted = JSON.parse(line) as SaleOrder | Outage
  say('down' in wanted ? setDown(wanted) : await sellAtPace(wanted))
}
process.exit(0)

interface Opened {
  readonly store: SimulatedStore
  sell(id: number): void
  readonly faults: { add(fault: { readonly kind: 'unavailable' }): void; clear(): void }
}

function setDown({ down }: Outage): boolean {
  if (down) opened.faults.add({ kind: 'unavailable' })
  else opened.faults.clear()
  return down
}

async function openWooCommerce(): Promise<Opened> {
  const key = { consumerKey: 'ck_bench', consumerSecret: 'cs_bench', permissions: 'read_write' } as const
  const fake = await startWooCommerceFake({ keys: [key], taxRates: [], callbacks: 'local', webhooks })
  await fillStore(fake, { orders: simulatedOrders(options.orders, now) })
  return {
    store: { values: { url: fake.url, key: key.consumerKey, secret: key.consumerSecret }, variables: {} },
    sell: (id) => void fake.store.createOrder(orderNow(id)),
    faults: fake.faults,
  }
}

async function openShopify(): Promise<Opened> {
  const fake = await startShopifyFake({ throttle: 'off', app: { isPublic: false }, webhooks })
  const shop = fake.shop()
  await fillShop(shop, simulatedShop(options.orders, now))
  const { accessToken: token } = shop.install({ kind: 'permanent' })
  return {
    store: {
      values: { url: shop.domain, token, clientSecret: fake.app.apiSecret },
      variables: { SHOPIFY_URL: fake.shopUrlTemplate },
    },
    faults: shop.faults,
    sell: (id) =>
      void shop.store.createOrder({
        id,
        email: `live-${id}@example.com`,
        taxesIncluded: true,
        lines: [{ id: id + 1, productId: 1, title: 'Product 1', quantity: 1, unitPrice: '11.90' }],
        transactions: [
          { id: id + 2, kind: 'SALE', gateway: 'shopify_payments', at: new Date().toISOString(), amount: '11.90' },
        ],
      }),
  }
}

function orderNow(id: number): StoreOrder {
  const { refunds: _none, ...order } = simulatedOrders(1, new Date()).orderAt(0)
  const createdAt = new Date().toISOString()
  return { ...order, id, createdAt, modifiedAt: createdAt, paidAt: createdAt, completedAt: createdAt }
}

/** Sells at a steady pace; answers the instant of each sale, in milliseconds since 1970. */
async function sellAtPace({ count, perSecond }: SaleOrder): Promise<number[]> {
  const startedAt = Date.now()
  const sold: number[] = []
  while (sold.length < count) {
    const wait = startedAt + (sold.length * 1000) / perSecond - Date.now()
    if (wait > 0) await delay(wait)
    opened.sell(900_000_000 + everSold * 10)
    everSold += 1
    sold.push(Date.now())
  }
  return sold
}

function say(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
