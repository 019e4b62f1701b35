import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ConnectorContext, WebhookDelivery } from '../contract.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { type Fault, type StoreOrder, startWooCommerceFake, type WooCommerceFake } from './fake/index.ts'
import { webhooks } from './webhooks.ts'

const orders = 320
const day = 86_400_000

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'wrong_secret' },
  forbidden: { kind: 'shield' },
  throttled: { kind: 'throttled' },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '{"orders": [{"id"' },
}

/** The simulated shop as the contract suite wants it: several pages of everything that is read in pages. */
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
    deliver: async (ctx) => await deliver(fake, ctx),
    stop: async () => await fake.close(),
  }
}

async function fill(fake: WooCommerceFake): Promise<void> {
  const beginning = Date.parse('2026-01-05T10:00:00Z')
  const at = (index: number) => `${new Date(beginning + index * day).toISOString().slice(0, 19)}Z`
  await fake.store.fill({
    orders: Array.from({ length: orders }, (_, index) => makeOrder(index, at)),
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

function makeOrder(index: number, at: (index: number) => string): StoreOrder {
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

/** Lets the shop send a webhook to a server of our own and hands over what arrived. */
async function deliver(fake: WooCommerceFake, ctx: ConnectorContext): Promise<WebhookDelivery> {
  const secret = 'contract-secret-of-more-than-32-characters'
  const arrived: WebhookDelivery[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    arrived.push({ headers, body: Buffer.concat(chunks), secret, settings: ctx.settings })
    response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const target = { url: `http://127.0.0.1:${port}/hook`, secret }
  try {
    await webhooks.ensure(ctx, target)
    fake.store.updateOrder(1_010, { customerNote: 'Please ring twice' })
    await fake.deliverWebhooks()
    await webhooks.remove(ctx, target)
  } finally {
    server.close()
  }
  const delivery = arrived.find((one) => webhooks.receive(one).kind === 'event')
  if (delivery === undefined) throw new Error('The simulated shop delivered nothing')
  return delivery
}
