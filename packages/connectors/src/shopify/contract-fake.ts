import type { ConnectorContext, WebhookDelivery } from '../contract.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { type Fault, fillShop, type ShopHappening, type ShopifyFake, startShopifyFake } from './fake/index.ts'
import { startReceiver } from './test-receiver.ts'
import { appOf, makeShopOrder } from './trial-shop.ts'
import { webhooks } from './webhooks.ts'

const orders = 620
const day = 86_400_000

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'dead_token' },
  forbidden: { kind: 'errors_text', status: 403, text: '[API] This action requires merchant approval.' },
  throttled: { kind: 'throttled' },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '{"data": {"sho' },
}

/** The simulated shop as the contract suite wants it: several pages of everything that is read in pages. */
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
    deliver: async (ctx) => await deliver(fake, ctx),
    stop: async () => await fake.close(),
  }
}

async function fill(fake: ShopifyFake): Promise<void> {
  const beginning = Date.parse('2025-01-05T10:00:00Z')
  const at = (index: number) => `${new Date(beginning + index * day).toISOString().slice(0, 19)}Z`
  await fillShop(fake.shop(), {
    orders: Array.from({ length: orders }, (_, index) => {
      const id = 1_000 + index
      return makeShopOrder(id, at(index), { happenings: happeningsOf(id, index, at(index + 2)) })
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
function happeningsOf(id: number, index: number, at: string): ShopHappening[] {
  const lines = [{ lineId: id * 10 + 1, quantity: 1 }]
  if (index % 3 === 0) {
    const transactions = [
      { id: id * 10 + 4, kind: 'REFUND' as const, gateway: 'shopify_payments', at, amount: '11.90' },
    ]
    return [{ kind: 'refund', id: id * 10 + 3, at, lines, transactions }]
  }
  return index % 7 === 0 ? [{ kind: 'edit', id: id * 10 + 3, at, removed: lines }] : []
}

/** Lets the shop send a webhook to a server of our own and hands over what arrived. */
async function deliver(fake: ShopifyFake, ctx: ConnectorContext): Promise<WebhookDelivery> {
  const receiver = await startReceiver()
  const secret = fake.app.apiSecret
  const target = { url: receiver.url, secret }
  try {
    await webhooks.ensure(ctx, target)
    fake.shop().store.updateOrder(1_001, { note: 'Please ring twice' })
    await fake.deliverWebhooks()
    await webhooks.remove(ctx, target)
  } finally {
    receiver.close()
  }
  const arrived = receiver.received.map((one) => ({ ...one, secret, settings: ctx.settings }))
  const delivery = arrived.find((one) => webhooks.receive(one).kind === 'event')
  if (delivery === undefined) throw new Error('The simulated shop delivered nothing')
  return delivery
}
