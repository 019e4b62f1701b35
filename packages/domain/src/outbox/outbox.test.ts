import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { run, type ShopContext } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { saveCosts } from '../costs/index.ts'
import { importOrders } from '../imports/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder, sampleRefund } from '../ledger/sample-facts.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { announceFindings } from '../watch/announce-findings.ts'
import { addWebhook, changeWebhook, listDeliveries } from '../webhooks/index.ts'
import { type EventType, emitEvent, eventTypes, toFigureEvents, webhookEvents } from './index.ts'

const stores = await openTestStores({ after })
const startMs = Date.parse('2026-03-20T10:00:00Z')
const hourMs = 3_600_000

/** A shop with a webhook for all events, or for some. */
async function open(events: readonly EventType[] = eventTypes) {
  let now = startMs
  const clock = { now: () => new Date(now) }
  const ctx = { ...(await stores.openShop({}, clock)), services: servicesWithoutNetwork }
  const { id: webhook } = await run(addWebhook, ctx, { url: 'https://hooks.example/', events: [...events] })
  return {
    ctx,
    webhook,
    wait(ms: number) {
      now += ms
    },
    /** What was written down, checked, without the shop; the oldest first. */
    async told() {
      const { items } = await run(listDeliveries, ctx, { webhook, limit: 1000 })
      return items.toReversed().map(({ type, body }) => {
        const { data, ...rest } = JSON.parse(body)
        assert.deepEqual(Object.keys(rest), ['type', 'timestamp'])
        assert.ok(Buffer.byteLength(body) < 20_000)
        const { shop, ...more } = webhookEvents[type as EventType].data.parse(data)
        assert.equal(shop, ctx.shop.domain)
        return [type, more] as const
      })
    },
  }
}

function write(ctx: ShopContext, ...records: Parameters<typeof writeRecords>[1]['records']) {
  return writeRecords(ctx, { source: 'woocommerce', records, live: true })
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
const at = (hours: number) => new Date(startMs + hours * hourMs).toISOString()
const order = (id: string, hours: number, gross = '100.00') =>
  sampleOrder({ id, placedAt: at(hours), updatedAt: at(hours), lines: [sampleLine({ id: '1', gross })] })

suite('what is booked is told', () => {
  test('orders and refunds, each once, also when a write is repeated', async () => {
    const { ctx, told, wait } = await open(['order.booked', 'refund.booked'])
    wait(2 * hourMs)
    await write(ctx, order('1', 1), order('2', 1.5))
    await write(ctx, order('1', 1))
    const refund = sampleRefund({ id: 'r', orderId: '1', at: at(1.75), amount: '30.00' })
    await write(ctx, refund)
    await write(ctx, refund)
    assert.deepEqual((await told()).toSorted(byText), [
      [
        'order.booked',
        { order: '1', name: '#1', placedAt: at(1), currency: 'EUR', sales: '100.000000', customer: 'unidentified' },
      ],
      [
        'order.booked',
        { order: '2', name: '#2', placedAt: at(1.5), currency: 'EUR', sales: '100.000000', customer: 'unidentified' },
      ],
      ['refund.booked', { order: '1', name: '#1', refundedAt: at(1.75), currency: 'EUR', amount: '30.000000' }],
    ])
  })

  test('but no history: neither what was before the webhook, nor what is older than a week', async () => {
    const { ctx, told, wait } = await open(['order.booked'])
    await write(ctx, order('1', -1))
    wait(8 * 24 * hourMs)
    await write(ctx, order('2', 1), order('3', 7.5 * 24))
    assert.deepEqual(
      (await told()).map(([, data]) => 'order' in data && data.order),
      ['3'],
    )
  })

  test('and a shop that nobody asks about leaves no trace', async () => {
    const shop = await open(['sync.failed'])
    shop.wait(hourMs)
    await write(shop.ctx, order('1', 0.5))
    await run(changeWebhook, shop.ctx, { webhook: shop.webhook, events: ['order.booked'], state: 'paused' })
    await write(shop.ctx, order('2', 0.75))
    assert.deepEqual(await shop.told(), [])
  })
})

suite('what changes afterwards is told', () => {
  test('figures of days that were over, with the orders that moved them', async () => {
    const { ctx, told } = await open(['figure.changed'])
    await write(ctx, order('1', -48), order('2', -48))
    const edited = { updatedAt: at(0), lines: [sampleLine({ id: '1', gross: '80.00' })] }
    await write(ctx, { ...order('1', -48), ...edited }, { ...order('2', -48), ...edited })
    const events = (await told()).filter(([, data]) => 'cause' in data && data.cause === 'order_edited')
    const figure = { day: '2026-03-18', metric: 'sales', before: '200.000000', after: '160.000000', currency: 'EUR' }
    const rest = { cause: 'order_edited', orders: ['1', '2'], moreOrders: 0, platform: null, account: null }
    assert.deepEqual(events, [['figure.changed', { ...figure, ...rest }]])
  })

  test('costs, and files that are in', async () => {
    const { ctx, told, wait } = await open(['costs.changed', 'import.finished'])
    await write(ctx, order('1', -48))
    const entries = [{ scope: 'shop' as const, kind: 'percent' as const, percent: '40' }]
    await run(saveCosts, ctx, { change: { goods: { entries } } })
    // Messages of one instant have no order.
    wait(hourMs)
    const csv = 'order_id,placed_at,gross\nX1,2026-03-01,10.00\n'
    const source = { name: 'orders.csv', open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
    const report = await importOrders(ctx, { source, format: 'generic' })
    const [costs, file, ...more] = await told()
    assert.deepEqual(more, [])
    assert.ok(costs?.[0] === 'costs.changed' && 'profit' in costs[1])
    assert.deepEqual([costs[1].orders, costs[1].pending], [1, false])
    assert.ok(Number(costs[1].profit) < 0, costs[1].profit)
    assert.ok(file?.[0] === 'import.finished' && 'rows' in file[1])
    assert.deepEqual(file[1].rows, { good: report.rows.good, leftOut: report.rows.leftOut })
  })

  test('what brought an order, once for the same touches', async () => {
    const { ctx, told, wait } = await open(['order.attributed'])
    wait(hourMs)
    const origin = { sourceType: 'utm', referrer: null, landingUrl: null, utm: { source: 'letter', medium: 'email' } }
    await write(ctx, { ...order('1', 0.5), origin }, order('2', 0.5))
    await write(ctx, { ...order('1', 0.5), origin, updatedAt: at(0.75), tags: ['vip'] })
    const [first, ...more] = await told()
    assert.deepEqual(more, [])
    assert.deepEqual(first, [
      'order.attributed',
      { order: '1', name: '#1', placedAt: at(0.5), touches: 1, first: 'email', last: 'email' },
    ])
  })
})

suite('findings are told', () => {
  const issue = (kind: string, key: string, severity: 'error' | 'warning' | 'note' = 'warning') => {
    const words = { title: 'x', advice: 'y', lastSeen: at(0), place: { page: 'connections' as const } }
    return { kind, key, severity, since: at(0), ...words }
  }

  test('when they open and when they close, each once; notes and single orders never', async () => {
    const { ctx, told } = await open()
    const open_ = [issue('missing_costs', 'goods'), issue('connection', 'c1', 'error'), issue('order_arithmetic', '5')]
    await announceFindings(ctx, [...open_, issue('paused', 'c2', 'note')])
    await announceFindings(ctx, open_)
    await announceFindings(ctx, [issue('order_arithmetic', '5')])
    assert.deepEqual((await told()).toSorted(byText), [
      ['health.closed', { kind: 'missing_costs', key: 'goods' }],
      ['health.opened', { kind: 'missing_costs', key: 'goods', severity: 'warning', since: at(0) }],
      ['sync.failed', { connection: 'c1', kind: 'connection', severity: 'error', since: at(0) }],
      ['sync.recovered', { connection: 'c1', kind: 'connection' }],
    ])
  })
})

suite('messages', () => {
  test('are as their examples say, of every type', () => {
    for (const type of eventTypes) {
      const { data, example } = webhookEvents[type]
      const whole = { shop: 'nordlicht-kontor.example', ...example }
      assert.deepEqual(data.parse(whole), whole, type)
    }
  })

  test('are shown by the guide as they are', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../../docs/guide/webhooks.md'), 'utf8')
    const shown = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => JSON.parse(text ?? ''))
    assert.deepEqual(
      shown.map(({ type }) => type),
      eventTypes,
    )
    for (const { type, data } of shown) assert.deepEqual(webhookEvents[type as EventType].data.parse(data), data)
  })

  test('stay small whatever is in them', async () => {
    const { ctx, told } = await open()
    const changes = Array.from({ length: 5_000 }, (_, index) => ({
      id: String(index),
      day: '2026-03-01',
      metric: 'sales',
      cause: 'late_order',
      currency: 'EUR',
      amountBefore: '0.000000',
      amountAfter: '10.500000',
      orderId: `${'9'.repeat(30)}${index}`,
    }))
    const [event, ...more] = toFigureEvents(changes, new Date(startMs))
    assert.ok(event && more.length === 0)
    assert.deepEqual([event.data.after, event.data.orders.length, event.data.moreOrders], ['52500.000000', 100, 4900])
    const { queries, shop } = ctx
    await emitEvent(queries, shop.id, event)
    const long = { kind: 'import_problems', key: 'x'.repeat(30_000), severity: 'warning', since: at(0) }
    await emitEvent(queries, shop.id, { type: 'health.opened', data: long, at: new Date(startMs) })
    assert.equal((await told()).length, 2)
  })

  test('are gone with the change that they tell, if that is', async () => {
    const { ctx, told } = await open()
    const finding = { kind: 'missing_costs', key: 'goods' }
    const failing = ctx.db.transaction(async (tx) => {
      await emitEvent(tx, ctx.shop.id, { type: 'health.closed', data: finding, at: new Date(startMs) })
      throw new Error('the change did not happen')
    })
    await assert.rejects(failing, /did not happen/)
    assert.deepEqual(await told(), [])
  })
})
