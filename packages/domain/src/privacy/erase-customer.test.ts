import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fixedClock, isAppError } from '@tillsight/core'
import {
  createConnection,
  createImport,
  keepDelivery,
  listBegunErasures,
  listNumberChanges,
  markDeliveries,
  reportHealthIssue,
  saveImportPart,
  updateImport,
} from '@tillsight/database'
import type { MetricValues } from '@tillsight/metrics'
import type { CustomerRecord, OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { run, type ShopContext } from '../context/index.ts'
import { rebookShop, recomputeCustomers, writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder, sampleRefund } from '../ledger/sample-facts.ts'
import { describeMetrics, type MetricAnswer } from '../reports/index.ts'
import { histories, historyRange } from '../reports/random-history.testing.ts'
import { ask, askLedger, openTestStores } from '../reports/shop.testing.ts'
import { makeServices } from '../sync/testing.ts'
import { eraseCustomer, exportCustomer, previewErasure } from './index.ts'
import { workOnPrivacy } from './jobs.ts'
import { findTexts, readEverything } from './testing.ts'

const stores = await openTestStores({ after })
const clock = fixedClock('2026-04-20T10:00:00Z')
const services = makeServices(stores, { clock, requested: [], own: null })
const ida = { platformId: '41', email: 'Ida.Berg@Example.net', phone: '+49 151 2345678' }
/** Texts that must not be found anywhere afterwards. */
const traces = [
  'ida.berg',
  '2345678',
  'Ida Berg',
  'Lindenweg 7',
  '203.0.113.77',
  'Mozilla/5.0',
  'IwAR0secret',
  'crying',
]

const figureKeys = (await run(describeMetrics, await stores.openShop(), {})).metrics.map(({ key }) => key)

async function askAll(ctx: ShopContext, range = { from: '2026-03-01', to: '2026-04-20' }): Promise<MetricAnswer[]> {
  const question = { metrics: figureKeys, ...range, interval: 'day' } as const
  return [await ask(ctx, question), await askLedger(ctx, question)]
}

function figuresOf(answers: readonly MetricAnswer[]): [MetricValues, MetricAnswer['series']][] {
  return answers.map(({ totals, series }) => [totals, series])
}

const on = (day: string, id: string, order: Partial<OrderRecord> = {}) =>
  sampleOrder({
    id,
    placedAt: `${day}T10:00:00Z`,
    total: '100.00',
    lines: [sampleLine({ id: `${id}-1`, gross: '100.00', title: 'Mug for ida.berg@example.net' })],
    customer: ida,
    region: 'BE',
    tags: ['call Ida Berg'],
    meta: {
      _billing_address: 'Lindenweg 7',
      _customer_ip_address: '203.0.113.77',
      _customer_user_agent: 'Mozilla/5.0 (X11)',
      _gift_cards_paid: '0',
    },
    metaObjects: { _parcel_label: JSON.stringify({ to: 'Ida Berg', street: 'Lindenweg 7' }) },
    origin: {
      sourceType: 'utm',
      referrer: 'https://l.facebook.com/l.php?u=ida.berg',
      landingUrl: 'https://shop.test/?fbclid=IwAR0secret',
      utm: { source: 'facebook', campaign: 'spring', content: 'ida.berg@example.net' },
    },
    ...order,
  })

const account: CustomerRecord = {
  type: 'customer',
  id: '41',
  email: 'ida.berg@example.net',
  name: 'Ida Berg',
  country: 'DE',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
}

/** Three counted orders of Ida's, one that does not count, a guest order with her address, and one of somebody else. */
const records: readonly PlatformRecord[] = [
  account,
  on('2026-03-10', '1'),
  {
    type: 'order_visit',
    orderId: '1',
    at: '2026-03-10T10:00:00Z',
    origin: { sourceType: 'utm', referrer: null, landingUrl: 'https://shop.test/?fbclid=IwAR0secret', utm: {} },
  },
  on('2026-03-12', '2', { customer: { ...ida, platformId: null } }),
  on('2026-03-14', '3', { customer: { ...ida, email: null }, currency: 'EUR' }),
  on('2026-03-15', '4', { standing: 'failed', paidAt: null }),
  on('2026-03-16', '5', {
    customer: buyer('bob@example.net'),
    tags: [],
    meta: {},
    metaObjects: {},
    origin: null,
    lines: [],
  }),
  sampleRefund({ id: 'r1', orderId: '1', at: '2026-03-20T10:00:00Z', amount: '30.00', reason: 'Ida Berg was crying' }),
]

async function openShop(): Promise<ShopContext> {
  const ctx = await stores.openShop({}, clock)
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

const erase = (ctx: ShopContext) => run(eraseCustomer, ctx, { email: ' ida.berg@EXAMPLE.net ' })

async function leftOf(ctx: ShopContext): Promise<string[]> {
  return findTexts(await readEverything(ctx), traces)
}

suite('an erased customer', { concurrency: false }, () => {
  test('is in no table any more, in none of their versions, and figures stay', async () => {
    const ctx = await openShop()
    const before = figuresOf(await askAll(ctx))
    assert.ok((await leftOf(ctx)).length > 5, 'the search finds what is there')
    assert.deepEqual(await run(previewErasure, ctx, { phone: '0151 2345678' }), {
      orders: 4,
      records: 5,
      identifiers: 3,
      quotes: 0,
    })
    const answer = await erase(ctx)
    assert.deepEqual([answer.orders, answer.records, answer.identifiers], [4, 7, 2])
    assert.deepEqual(await leftOf(ctx), [])
    assert.deepEqual(figuresOf(await askAll(ctx)), before)
    assert.deepEqual(await listNumberChanges(ctx.db.kysely, ctx.shop.id, { since: new Date(0), limit: 10 }), [])
    await rebookShop(ctx)
    await recomputeCustomers(ctx)
    assert.deepEqual(figuresOf(await askAll(ctx)), before)
  })

  test('stays erased whatever tells of the same orders again, and what is new about them counts', async () => {
    const ctx = await openShop()
    const twin = await openShop()
    await erase(ctx)
    for (const shop of [ctx, twin]) {
      const later = {
        updatedAt: '2026-04-19T10:00:00Z',
        lines: [sampleLine({ id: '1-1', gross: '80.00' })],
        total: '80.00',
      }
      await writeRecords(shop, { source: 'woocommerce', records })
      await writeRecords(shop, { source: 'woocommerce', records: [{ ...account, updatedAt: '2026-04-20T09:00:00Z' }] })
      await writeRecords(shop, { source: 'woocommerce', records: [on('2026-03-10', '1', later)] })
      await writeRecords(shop, {
        source: 'woocommerce',
        records: [on('2026-03-15', '4', { updatedAt: '2026-04-19T10:00:00Z' })],
      })
      await writeRecords(shop, {
        source: 'woocommerce',
        records: [
          sampleRefund({ id: 'r2', orderId: '2', at: '2026-04-19T10:00:00Z', amount: '10.00', reason: 'Ida Berg' }),
        ],
      })
    }
    assert.deepEqual(await leftOf(ctx), [])
    assert.deepEqual(figuresOf(await askAll(ctx)), figuresOf(await askAll(twin)))
    assert.deepEqual((await run(exportCustomer, ctx, { email: ida.email })).orders, [])
  })

  test('is recognised in an older order that comes in later, under an id that was not known', async () => {
    const ctx = await openShop()
    await erase(ctx)
    await writeRecords(ctx, { source: 'woocommerce', records: [on('2026-02-01', '90')] })
    const refund = sampleRefund({
      id: 'r9',
      orderId: '90',
      at: '2026-02-03T10:00:00Z',
      amount: '5.00',
      reason: 'Ida Berg',
    })
    await writeRecords(ctx, { source: 'woocommerce', records: [refund] })
    assert.deepEqual(await leftOf(ctx), [])
  })

  test('is a new customer with the next order, whole, and may be erased again', async () => {
    const ctx = await openShop()
    await erase(ctx)
    const before = await askPeople(ctx)
    const next = (id: string, day: string) => on(day, id)
    await writeRecords(ctx, { source: 'woocommerce', records: [next('6', '2026-04-21'), next('7', '2026-04-22')] })
    const file = await run(exportCustomer, ctx, { customer: '41' })
    assert.deepEqual(
      file.orders.map(({ order }) => order['id']),
      ['6', '7'],
    )
    assert.deepEqual(await askPeople(ctx), {
      newCustomers: before.newCustomers + 1,
      returningCustomers: before.returningCustomers + 1,
    })
    const figures = figuresOf(await askAll(ctx, { from: '2026-03-01', to: '2026-04-30' }))
    await erase(ctx)
    assert.deepEqual(await leftOf(ctx), [])
    assert.deepEqual(figuresOf(await askAll(ctx, { from: '2026-03-01', to: '2026-04-30' })), figures)
  })

  test('may be named by orders, and those of nobody in particular stay so', async () => {
    const ctx = await openShop()
    const till = { platformId: null, email: 'noreply@shop.test', phone: null }
    await writeRecords(ctx, { source: 'woocommerce', records: [on('2026-03-17', '8', { customer: till })] })
    const before = figuresOf(await askAll(ctx))
    const answer = await run(eraseCustomer, ctx, { orders: ['8', '3', 'never heard of'] })
    assert.deepEqual([answer.orders, answer.identifiers], [6, 2])
    assert.deepEqual(figuresOf(await askAll(ctx)), before)
    assert.deepEqual(await leftOf(ctx), [])
  })

  test('of one shop is nobody’s business in another', async () => {
    const [ctx, other] = [await openShop(), await openShop()]
    const before = await run(exportCustomer, other, { email: ida.email })
    await erase(ctx)
    assert.deepEqual(await run(exportCustomer, other, { email: ida.email }), before)
    assert.equal(before.orders.length, 4)
  })
})

async function askPeople(ctx: ShopContext) {
  const metrics = ['newCustomers', 'returningCustomers']
  const { totals } = await ask(ctx, { metrics, from: '2026-03-01', to: '2026-04-30' })
  return { newCustomers: Number(totals['newCustomers']), returningCustomers: Number(totals['returningCustomers']) }
}

test('what quotes the customer goes too: waiting webhooks, files, reports and issues', async () => {
  const ctx = await openShop()
  const { kysely } = ctx.db
  const shopId = ctx.shop.id
  const connection = await createConnection(kysely, {
    shopId,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from(''),
    status: 'active',
  })
  const delivery = { connectionId: connection.id, receivedAt: clock.now(), headers: {} }
  const body = (email: string) => Buffer.from(JSON.stringify({ billing: { email, address_1: 'Lindenweg 7' } }))
  for (const key of ['waits', 'worked on']) await keepDelivery(kysely, { ...delivery, key, body: body(ida.email) })
  await keepDelivery(kysely, { ...delivery, key: 'other', body: Buffer.from('{"email":"bob@example.net"}') })
  await markDeliveries(kysely, { connectionId: connection.id, keys: ['worked on'] }, 'done')
  const { id: importId } = await createImport(kysely, { shopId, format: 'generic', fileName: 'a.csv', state: 'done' })
  const problem = { row: 2, field: 'email', value: 'IDA.BERG@example.net', problem: 'x', remedy: 'y' }
  await updateImport(kysely, importId, { report: { problems: [problem] } })
  const packed = gzipSync(Buffer.from(`order,email\n1,${ida.email}\n`, 'utf16le'))
  await saveImportPart(kysely, { importId, kind: 'file', part: 0, bytes: packed.subarray(0, 20) })
  await saveImportPart(kysely, { importId, kind: 'file', part: 1, bytes: packed.subarray(20) })
  await saveImportPart(kysely, { importId, kind: 'problems', part: 0, bytes: gzipSync('3,bob@example.net') })
  const issue = { shopId, kind: 'skipped_record', key: '1', at: clock.now() }
  await reportHealthIssue(kysely, {
    ...issue,
    detail: { message: 'Order 9 of Ida Berg (ida.berg@example.net) is empty' },
  })
  const stored = { size: 1, type: 'text/csv', cacheControl: '', sha256: '', md5: '', userMetadata: '{}' }
  const times = { createdAt: clock.now(), updatedAt: clock.now() }
  for (const bucket of ['imports', 'shop-assets']) {
    const object = { ...stored, ...times, bucket, name: `${shopId}/file`, version: randomUUID(), shopId }
    await kysely.insertInto('storageObjects').values(object).execute()
  }
  assert.equal((await erase(ctx)).quotes, 5)
  const kept = await kysely.selectFrom('storageObjects').select('bucket').where('shopId', '=', shopId).execute()
  assert.deepEqual(kept, [{ bucket: 'shop-assets' }])
  assert.deepEqual(await leftOf(ctx), [])
  const left = findTexts(await readEverything(ctx), ['bob@example.net', '(erased) ((erased)) is empty'])
  assert.ok(
    left.some((line) => line.startsWith('webhook_deliveries')),
    'what is about others waits on',
  )
  assert.ok(
    left.some((line) => line.startsWith('health_issues')),
    'the rest of a message stays',
  )
})

test('killed anywhere, an erasure is completed by itself or by erasing once more', async () => {
  const killing = [
    'insert ledger',
    'insert identities',
    'insert records',
    'rewrite daily',
    'rewrite ledger',
    'purge records',
  ]
  for (const [index, at] of killing.entries()) {
    const ctx = await openShop()
    const before = figuresOf(await askAll(ctx))
    await assert.rejects(erase(killedAt(ctx, at)), /killed/, at)
    assert.equal((await listBegunErasures(ctx.db.kysely, ctx.shop.id)).length, 1)
    if (index % 2 === 0) await erase(ctx)
    else {
      // Records arrive before it is completed.
      await writeRecords(ctx, { source: 'woocommerce', records })
      await workOnPrivacy(services)
    }
    assert.deepEqual(await leftOf(ctx), [], at)
    assert.deepEqual(figuresOf(await askAll(ctx)), before, at)
    assert.deepEqual(await listBegunErasures(ctx.db.kysely, ctx.shop.id), [])
  }
})

/** A context whose warehouse fails from the given step on. */
function killedAt(ctx: ShopContext, step: string): ShopContext {
  let dead = false
  const orDie = <T>(what: string, work: () => Promise<T>): Promise<T> => {
    dead ||= what === step
    return dead ? Promise.reject(new Error('killed')) : work()
  }
  const { warehouse } = ctx
  return {
    ...ctx,
    warehouse: {
      ...warehouse,
      insert: (table, rows) => orDie(`insert ${table}`, () => warehouse.insert(table, rows)),
      rewrite: (query) => orDie(`rewrite ${query.into}`, () => warehouse.rewrite(query)),
      purge: (query) => orDie(`purge ${query.from}`, () => warehouse.purge(query)),
    },
  }
}

test('whoever is named by nothing that could be theirs is refused, with the reason', async () => {
  const ctx = await openShop()
  const refusals: readonly [input: { email?: string }, message: RegExp][] = [
    [{}, /Nobody is named/],
    [{ email: 'ida' }, /no email address/],
    [{ email: 'noreply@shop.test' }, /stand for nobody/],
  ]
  for (const [input, message] of refusals) {
    await assert.rejects(run(eraseCustomer, ctx, input), (error) => isAppError(error) && message.test(error.message))
  }
  assert.deepEqual(await run(eraseCustomer, ctx, { email: 'nobody@example.net' }), {
    orders: 0,
    records: 0,
    identifiers: 1,
    quotes: 0,
  })
})

/** Undefined for no buyer, and for a placeholder address. */
function nameOf({ platformId, email, phone }: OrderRecord['customer']) {
  if (platformId !== null && platformId !== '0') return { customer: platformId }
  if (email !== null) return email.startsWith('no-reply') ? undefined : { email }
  return phone === null ? undefined : { phone }
}

test('whatever a shop lived through, erasing anybody moves no figure', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), async (history, pick) => {
      const ctx = await stores.openShop({ zone: 'Europe/Berlin' }, clock)
      await writeRecords(ctx, { source: 'woocommerce', records: history.news })
      const before = figuresOf(await askAll(ctx, historyRange))
      const orders = history.news.filter((record) => record.type === 'order')
      const { customer } = orders[pick % orders.length] ?? assert.fail('there is an order')
      const subject = nameOf(customer)
      if (!subject) return
      await run(eraseCustomer, ctx, subject)
      assert.deepEqual(figuresOf(await askAll(ctx, historyRange)), before)
      await writeRecords(ctx, { source: 'woocommerce', records: history.news })
      assert.deepEqual(figuresOf(await askAll(ctx, historyRange)), before)
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
