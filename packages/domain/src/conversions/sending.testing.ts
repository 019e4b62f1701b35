// Shops that send their orders to simulated ad platforms, for the tests of this folder.
import assert from 'node:assert/strict'
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { connectAds, openAdsShop, simulateGoogle, simulateMeta, simulateTikTok } from '../ads/simulated-ads.testing.ts'
import { run } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { movableClock, type TestShop, type TestStores } from '../sync/testing.ts'
import { listConversions, saveConversionSetup, switchConversions } from './index.ts'
import { tellOfOrders } from './jobs.ts'

/** Start time of the tests. */
export const start = '2026-11-20T12:00:00Z'

/** Values entered in the set-up. */
interface TypedSetup {
  readonly destination?: string
  readonly token?: string
  readonly consent?: 'visitor' | 'elsewhere'
}

/** A shop that is set up for a platform, with sending enabled. */
export interface SendingShop {
  readonly shop: TestShop
  readonly platform: string
  /** Sends everything that is due now. */
  tell(shop?: Pick<TestShop, 'services'>): Promise<void>
  /** Writes an order placed now by somebody with an email address, as a store would deliver it. */
  order(order?: Partial<OrderRecord>): Promise<OrderRecord>
  write(...records: readonly (OrderRecord | RefundRecord)[]): Promise<void>
  /** Writes the purchase event of an order's visit. */
  visit(orderId: string, said?: Readonly<Record<string, string | number>>): Promise<void>
  /** The delivery log: state and reason by order. */
  log(): Promise<Readonly<Record<string, string>>>
  entry(orderId: string): Promise<Awaited<ReturnType<typeof listEntries>>[number]>
  save(more?: TypedSetup): Promise<void>
  /** Advances the clock. */
  wait(minutes: number): void
}

interface CleanUp {
  after(work: () => Promise<void>): void
}

type Simulated = Awaited<ReturnType<typeof simulateMeta | typeof simulateTikTok | typeof simulateGoogle>>

/** Opens a shop that sends to a simulated Meta, with a token of the dataset and without a connection. */
export async function openMeta(t: CleanUp, stores: TestStores) {
  const clock = movableClock(start)
  const meta = await simulateMeta(t, () => clock.now())
  const { id, token } = meta.fake.dataset('1000001')
  const shop = await openAdsShop(stores, meta, { clock })
  return { ...(await openSending(shop, meta, { destination: id, token })), fake: meta.fake, token }
}

/** Opens a shop that sends to a simulated TikTok with its connection’s access. */
export async function openTikTok(t: CleanUp, stores: TestStores) {
  const clock = movableClock(start)
  const tiktok = await simulateTikTok(t, () => clock.now())
  const shop = await openAdsShop(stores, tiktok, { clock })
  await connectAds(shop, tiktok)
  const { code } = tiktok.fake.pixel('7000000000000000001')
  return { ...(await openSending(shop, tiktok, { destination: code })), fake: tiktok.fake }
}

const scopes = ['adwords', 'datamanager'].map((name) => `https://www.googleapis.com/auth/${name}`)

/** Opens a shop that sends to a simulated Google with its connection’s access. */
export async function openGoogle(t: CleanUp, stores: TestStores) {
  const clock = movableClock(start)
  const google = await simulateGoogle(t, () => clock.now())
  const shop = await openAdsShop(stores, google, { clock })
  await connectAds(shop, { ...google, token: () => google.fake.grant(undefined, scopes).refreshToken })
  return { ...(await openSending(shop, google, { destination: '1234567891/6500' })), fake: google.fake }
}

async function openSending(shop: TestShop, { connector }: Simulated, typed: TypedSetup): Promise<SendingShop> {
  const { ctx, clock } = shop
  const usual = { consent: 'visitor', value: 'orderRevenue', itemId: 'variant' } as const
  const save = async (more: TypedSetup = {}) => {
    const { destination = '', token, ...rest } = { ...typed, ...more }
    const access = token === undefined ? {} : { accessToken: token }
    await run(saveConversionSetup, ctx, { platform: connector, ...usual, ...rest, ...access, destination })
  }
  await save()
  await run(switchConversions, ctx, { platform: connector, enabled: true })
  clock.advance(1)
  let count = 0
  const write: SendingShop['write'] = async (...records) => {
    await writeRecords(ctx, { source: 'woocommerce', records })
  }
  const list = async () => await listEntries(shop, connector)
  return {
    shop,
    platform: connector,
    save,
    write,
    async tell({ services } = shop) {
      await tellOfOrders(services, { shop: ctx.shop.id, platform: connector, signal: new AbortController().signal })
    },
    async order(more = {}) {
      count += 1
      const placedAt = clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
      const lines = [sampleLine({ id: '1', productId: '7', quantity: '2', gross: '100.00', tax: '19.00' })]
      const customer = buyer(`Buyer${count}@Mail.example`)
      const record = sampleOrder({ id: String(1_000 + count), placedAt, lines, customer, ...more })
      await write(record)
      return record
    },
    async visit(orderId, said = {}) {
      const at = clock.now()
      await ctx.warehouse.insert('events', [
        {
          day: at.toISOString().slice(0, 10),
          visitor_id: 'a'.repeat(32),
          at,
          event_id: `e${at.getTime()}`,
          received_at: at,
          name: 'purchase',
          source: 'pixel',
          url: 'https://shop.example/thanks',
          referrer: '',
          consent: 'granted',
          may_keep_clicks: 1,
          may_send_user_data: 1,
          may_personalise: 1,
          identifiers: [],
          order_id: orderId,
          checkout_token: '',
          cart_token: '',
          value: '0',
          currency: '',
          browser_keys: '',
          ad_click: '',
          is_foreign: 0,
          bot: 'no',
          bot_reasons: [],
          network: '',
          version: at.getTime(),
          is_deleted: 0,
          ...said,
        },
      ])
    },
    log: async () => Object.fromEntries((await list()).map(({ order, state }) => [order, state])),
    async entry(orderId) {
      const found = (await list()).find(({ order }) => order === orderId)
      assert.ok(found, `order ${orderId} is in the log`)
      return found
    },
    wait: (minutes) => clock.advance(minutes),
  }
}

async function listEntries({ ctx }: TestShop, platform: string) {
  return (await run(listConversions, ctx, { platform, most: 200 })).entries
}
