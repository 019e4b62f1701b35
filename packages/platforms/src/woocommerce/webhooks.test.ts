import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import type { WebhookDelivery } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import type { PlatformRecord } from '../records.ts'
import { type Fixture, makeOrders, startFixture } from './testing.ts'
import { receive, webhooks } from './webhooks.ts'

const secret = 'a-secret-of-more-than-thirty-two-characters'

/** Our receiving end: records what arrives and responds with a configurable status. */
async function startReceiver(t: TestContext, fixture: Fixture) {
  const arrived: WebhookDelivery[] = []
  const answer = { status: 200 }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    arrived.push({ headers, body: Buffer.concat(chunks), secret, settings: fixture.settings })
    response.writeHead(answer.status).end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`
  return { arrived, answer, target: { url, secret } }
}

describe('Registering webhooks', () => {
  it('makes each once, and only once', async (t) => {
    const fixture = await startFixture(t)
    const { target, arrived } = await startReceiver(t, fixture)
    const first = await webhooks.ensure(fixture.ctx(), target)
    await webhooks.ensure(fixture.ctx(), target)
    assert.deepEqual(
      fixture.fake.webhooks
        .list()
        .map((webhook) => webhook.topic)
        .toSorted(),
      [...webhooks.topics].toSorted(),
    )
    assert.deepEqual([first.active, first.reactivated], [7, 0])
    assert.ok(arrived.every((delivery) => receive(delivery).kind === 'ping'))
    await webhooks.remove(fixture.ctx(), target)
    assert.deepEqual(fixture.fake.webhooks.list(), [])
  })

  it('wakes up those that the shop has switched off, and renews the secret', async (t) => {
    const fixture = await startFixture(t)
    await fixture.fake.store.fill({ orders: makeOrders(1) })
    const { target, answer } = await startReceiver(t, fixture)
    await webhooks.ensure(fixture.ctx(), target)
    answer.status = 500
    for (let count = 0; count < 7; count += 1) {
      fixture.fake.store.updateOrder(1_000, { customerNote: String(count) })
      await fixture.fake.deliverWebhooks()
    }
    answer.status = 200
    assert.equal((await webhooks.ensure(fixture.ctx(), target)).reactivated, 1)
    assert.ok(fixture.fake.webhooks.list().every((webhook) => webhook.status === 'active'))
    await webhooks.ensure(fixture.ctx(), { ...target, secret: 'another' })
    assert.ok(fixture.fake.webhooks.list().every((webhook) => webhook.secret === 'another'))
  })

  it('explains that a key that may only read cannot register any', async (t) => {
    const fixture = await startFixture(t)
    const { consumerKey: key, consumerSecret } = fixture.fake.keys.add({ permissions: 'read' })
    const settings = { ...fixture.settings, key, secret: consumerSecret }
    const target = { url: 'https://tillsight.example/hook', secret }
    await assert.rejects(webhooks.ensure(fixture.ctx({ settings }), target), (error) => {
      return isConnectorError(error) && error.failure.kind === 'permission' && /Read\/Write/.test(error.failure.message)
    })
  })
})

describe('Receiving webhooks', () => {
  async function deliveries(t: TestContext, act: (fixture: Fixture) => void) {
    const trial = await startFixture(t)
    await trial.fake.store.fill({ orders: makeOrders(3) })
    const { target, arrived } = await startReceiver(t, trial)
    await webhooks.ensure(trial.ctx(), target)
    arrived.length = 0
    act(trial)
    await trial.fake.deliverWebhooks()
    return { trial, arrived, outcomes: arrived.map(receive) }
  }

  it('takes an order for a hint only, because bodies are rounded to the shop’s decimals', async (t) => {
    const { outcomes } = await deliveries(t, ({ fake }) => fake.store.updateOrder(1_000, { customerNote: 'x' }))
    const [outcome] = outcomes
    assert.ok(outcome?.kind === 'event')
    assert.deepEqual(outcome.hint, { topic: 'order.updated', type: 'order', id: '1000' })
    assert.deepEqual(outcome.records, [])
  })

  it('leaves an order with refunds, and a deleted one, to be fetched', async (t) => {
    const { trial, outcomes } = await deliveries(t, ({ fake }) => {
      fake.store.refundOrder(1_000, { amount: '3.00' })
      fake.store.trashOrder(1_010)
    })
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.kind === 'event' ? outcome.records.length : outcome.kind)),
      [0, 0],
    )
    const resolve = async (id: string) =>
      (await webhooks.resolve(trial.ctx(), { topic: 'order.updated', type: 'order', id })).map((record) => record.type)
    assert.deepEqual(await resolve('1000'), ['order', 'refund', 'refund_set'])
    assert.deepEqual(await resolve('1010'), ['order', 'refund_set'])
    trial.fake.store.deleteOrder(1_010)
    assert.deepEqual(await resolve('1010'), ['deletion'])
  })

  it('fetches many announced orders as if each had been asked for, with one question for those without refunds', async (t) => {
    const fixture = await startFixture(t)
    await fixture.fake.store.fill({ orders: makeOrders(60) })
    fixture.fake.store.refundOrder(1_000, { amount: '3.00' })
    fixture.fake.store.trashOrder(1_010)
    fixture.fake.store.deleteOrder(1_020)
    const hints = Array.from({ length: 60 }, (_, nth) => {
      return { topic: 'order.updated', type: 'order', id: String(1_000 + nth * 10) } as const
    })
    const times = (records: readonly PlatformRecord[]) =>
      records
        .map((record) => ({ ...record, seenAt: '', fetchedAt: '' }))
        .map((record) => JSON.stringify(record))
        .toSorted()
    const alone: PlatformRecord[] = []
    for (const hint of hints) alone.push(...(await webhooks.resolve(fixture.ctx(), hint)))
    const before = fixture.fake.requests.length
    const heldRefunds = async () => new Map()
    const together = await webhooks.resolveMany?.(fixture.ctx({ heldRefunds }), [...hints, ...hints])
    // Only orders that were queried alone are known to have no refunds.
    const proven = (records: readonly PlatformRecord[]) =>
      records.filter((record) => record.type !== 'refund_set' || record.refundIds.length > 0)
    assert.deepEqual(times(proven(together ?? [])), times(proven(alone)))
    const asked = fixture.fake.requests.length - before
    assert.ok(asked <= 12, `${asked} questions were asked`)
  })

  it('asks an order for its refunds where lists leave them out, instead of taking them for deleted', async (t) => {
    const fixture = await startFixture(t, { features: { emptyRefundsInLists: true } })
    await fixture.fake.store.fill({ orders: makeOrders(3) })
    const refund = String(fixture.fake.store.refundOrder(1_000, { amount: '3.00' })?.id)
    const hints = ['1000', '1010', '1020'].map((id) => ({ topic: 'order.updated', type: 'order', id }) as const)
    for (const held of [new Map([['1000', [refund]]]), undefined]) {
      const ctx = fixture.ctx(held === undefined ? {} : { heldRefunds: async () => held })
      const records = (await webhooks.resolveMany?.(ctx, hints)) ?? []
      const sets = records.filter((record) => record.type === 'refund_set')
      assert.deepEqual(sets.find(({ orderId }) => orderId === '1000')?.refundIds, [refund])
      assert.ok(records.some((record) => record.type === 'refund' && record.id === refund))
    }
    // Refunds that only the list of all refunds contains must not be taken for deleted because the list of orders omits them.
    const unheld = await webhooks.resolveMany?.(fixture.ctx({ heldRefunds: async () => new Map() }), hints)
    assert.ok(!unheld?.some((record) => record.type === 'refund_set' && record.refundIds.length === 0))
  })

  it('dates the list of an order’s refunds before it was read', async (t) => {
    const fixture = await startFixture(t)
    await fixture.fake.store.fill({ orders: makeOrders(1) })
    let at = Date.now()
    let requestedAt = 0
    const clock = { now: () => new Date((at += 10_000)) }
    const { http } = fixture.ctx()
    const watched: HttpClient = {
      request(request) {
        if (request.url.includes('/refunds')) requestedAt = at
        return http.request(request)
      },
    }
    const hint = { topic: 'order.updated', type: 'order', id: '1000' } as const
    const set = (await webhooks.resolve(fixture.ctx({ clock, http: watched }), hint)).at(-1)
    assert.ok(set?.type === 'refund_set')
    assert.ok(Date.parse(set.seenAt) <= requestedAt - 2_000)
  })

  it('tells deliveries apart that share their id, and knows the same one again', async (t) => {
    const { arrived } = await deliveries(t, ({ fake }) => {
      fake.store.updateOrder(1_000, { customerNote: 'x' })
      fake.store.updateOrder(1_010, { customerNote: 'x' })
    })
    const keys = [...arrived, ...arrived].map((delivery) => {
      const outcome = receive(delivery)
      return outcome.kind === 'event' ? outcome.key : outcome.kind
    })
    assert.equal(new Set(keys).size, 2)
  })

  it('ignores errors that the shop signs and sends as if they were orders', async (t) => {
    const { outcomes } = await deliveries(t, ({ fake }) => {
      fake.store.updateOrder(1_000, { customerNote: 'x' })
      fake.store.deleteOrder(1_000)
    })
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind),
      ['ignored'],
    )
  })

  it('drops deliveries of a copy of the shop, and everything unsigned or badly signed', () => {
    const body = Buffer.from('{"id":1,"status":"completed","line_items":[]}')
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const settings = { url: 'https://www.shop.example' }
    const headers = {
      'X-WC-Webhook-Signature': signature,
      'X-WC-Webhook-Topic': 'order.updated',
      'X-WC-Webhook-Source': 'https://shop.example/',
    }
    const kind = (more: object, given: Partial<WebhookDelivery> = {}) =>
      receive({ headers: { ...headers, ...more }, body, secret, settings, ...given }).kind
    assert.equal(kind({}), 'event')
    assert.equal(kind({ 'X-WC-Webhook-Source': 'https://staging.shop.example/' }), 'foreign')
    assert.equal(kind({ 'X-WC-Webhook-Topic': 'action.wc_x' }), 'ignored')
    assert.equal(kind({ 'X-WC-Webhook-Signature': 'AAAA' }), 'forged')
    assert.equal(kind({}, { body: Buffer.from('{"id":2}') }), 'forged')
    const empty = Buffer.from('[]')
    const signed = createHmac('sha256', secret).update(empty).digest('base64')
    assert.equal(kind({ 'X-WC-Webhook-Signature': signed }, { body: empty }), 'ignored')
    const ping = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, secret, settings }
    assert.equal(receive({ ...ping, body: Buffer.from('webhook_id=12') }).kind, 'ping')
    assert.equal(receive({ ...ping, body }).kind, 'forged')
  })

  it('reads products with their variations when they change', async (t) => {
    const fixture = await startFixture(t)
    const resolve = async () =>
      await webhooks.resolve(fixture.ctx(), { topic: 'product.updated', type: 'product', id: '7' })
    await fixture.fake.store.fill({
      products: [{ id: 7, name: 'Socks', sku: 'S', price: '12', createdAt: '2026-01-01T00:00:00Z' }],
    })
    assert.deepEqual(
      (await resolve()).map((record) => record.type),
      ['product'],
    )
    fixture.fake.store.deleteProduct(7)
    assert.deepEqual(
      (await resolve()).map((record) => record.type),
      ['deletion'],
    )
  })
})
