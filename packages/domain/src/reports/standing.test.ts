import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createConnection, saveSyncState } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores, type Query } from './shop.testing.ts'

const stores = await openTestStores({ after })
const clock = fixedClock('2026-03-20T10:00:00Z')

interface Progress {
  readonly completeSince?: Date
  readonly lastSuccessAt?: Date
}

async function openConnected(
  state: Progress,
  {
    syncedThrough = new Date('2026-03-20T09:55:00Z'),
    refunds = { lastSuccessAt: new Date('2026-03-19T00:00:00Z') },
  }: { syncedThrough?: Date; refunds?: Progress } = {},
): Promise<ShopContext> {
  const ctx = await stores.openShop({}, clock)
  const connection = await createConnection(ctx.db.kysely, {
    shopId: ctx.shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from(''),
    status: 'ok',
  })
  await saveSyncState(ctx.db.kysely, { connectionId: connection.id, stream: 'orders', mode: 'backfill' }, state)
  const increment = { connectionId: connection.id, stream: 'orders', mode: 'increment' } as const
  await saveSyncState(ctx.db.kysely, increment, { syncedThrough })
  await saveSyncState(ctx.db.kysely, { connectionId: connection.id, stream: 'refunds', mode: 'backfill' }, refunds)
  const order = sampleOrder({ id: '1', customer: buyer('a@b.test'), lines: [sampleLine({ id: '1', gross: '10.00' })] })
  await writeRecords(ctx, { source: 'woocommerce', records: [order] })
  return ctx
}

suite('how complete and fresh an answer is', () => {
  const query: Query = {
    metrics: ['sales', 'newCustomers'],
    from: '2026-03-08',
    to: '2026-03-11',
    interval: 'day',
  } as const

  test('a finished history has no marks, and says when each source was read', async () => {
    const ctx = await openConnected({ lastSuccessAt: new Date('2026-03-19T00:00:00Z') })
    const result = await ask(ctx, query)
    assert.deepEqual([result.partial, result.warnings], [false, []])
    assert.deepEqual(result.freshness, { woocommerce: '2026-03-20T09:55:00.000Z' })
    assert.deepEqual(
      result.series?.map(({ values }) => Number(values['sales'])),
      [0, 0, 10, 0],
    )
  })

  test('while the history is imported, days not reached yet are empty, not 0, and people may not be new', async () => {
    const ctx = await openConnected({ completeSince: new Date('2026-03-09T23:00:00Z') })
    const result = await ask(ctx, query)
    assert.deepEqual(
      result.series?.map(({ values }) => values['newCustomers']),
      [null, null, 1, 0],
    )
    assert.equal(result.partial, true)
    assert.match(result.warnings.join(' '), /reaches back to 2026-03-10 so far/)
    const amounts = await ask(ctx, { metrics: ['sales'], from: '2026-03-10', to: '2026-03-11' })
    assert.deepEqual([amounts.partial, amounts.warnings], [false, []])
  })

  test('days that have not come yet are empty', async () => {
    const ctx = await openConnected({ lastSuccessAt: new Date('2026-03-19T00:00:00Z') })
    const { series } = await ask(ctx, { ...query, from: '2026-03-20', to: '2026-03-21' })
    assert.deepEqual(
      series?.map(({ values }) => values['newCustomers']),
      [0, null],
    )
  })

  test('days after a connection stopped answering are empty, not 0, and the total is partial', async () => {
    const stopped = { syncedThrough: new Date('2026-03-15T09:00:00Z') }
    const ctx = await openConnected({ lastSuccessAt: new Date('2026-03-10T00:00:00Z') }, stopped)
    const result = await ask(ctx, { ...query, from: '2026-03-14', to: '2026-03-17' })
    assert.deepEqual(
      result.series?.map(({ values }) => values['newCustomers']),
      [0, 0, null, null],
    )
    assert.equal(result.partial, true)
    const fresh = await ask(ctx, { ...query, from: '2026-03-10', to: '2026-03-14' })
    assert.equal(fresh.partial, false)
  })

  test('just after midnight a connection read minutes ago still knows today', async () => {
    const read = { syncedThrough: new Date('2026-03-20T22:50:00Z') }
    const finished = { lastSuccessAt: new Date('2026-03-10T00:00:00Z') }
    const ctx = { ...(await openConnected(finished, read)), clock: fixedClock('2026-03-20T23:05:00Z') }
    const result = await ask(ctx, { ...query, from: '2026-03-21', to: '2026-03-21' })
    assert.deepEqual([result.totals['newCustomers'], result.partial], [0, false])
  })

  test('an import that has only begun has loaded nothing', async () => {
    const result = await ask(await openConnected({}), query)
    assert.deepEqual([result.totals['newCustomers'], result.partial], [null, true])
    assert.match(result.warnings.join(' '), /has only begun/)
  })

  test('while refunds still come in, orders are shown and it is said that returns are too low', async () => {
    const finished = { lastSuccessAt: new Date('2026-03-19T00:00:00Z') }
    const result = await ask(await openConnected(finished, { refunds: {} }), query)
    assert.deepEqual([result.totals['newCustomers'], result.partial], [1, true])
    assert.match(result.warnings.join(' '), /returns are too low/)
  })

  test('a day counts as loaded when its refunds are in as well', async () => {
    const finished = { lastSuccessAt: new Date('2026-03-19T00:00:00Z') }
    const ctx = await openConnected(finished, { refunds: { completeSince: new Date('2026-03-09T23:00:00Z') } })
    const result = await ask(ctx, query)
    assert.deepEqual(
      result.series?.map(({ values }) => values['newCustomers']),
      [null, null, 1, 0],
    )
    const whole = await ask(ctx, { metrics: ['sales'], from: '2026-03-10', to: '2026-03-11' })
    assert.deepEqual([whole.partial, whole.warnings], [false, []])
  })

  test('an unfinished history counts from its first whole day', async () => {
    const ctx = await openConnected({ completeSince: new Date('2026-03-10T11:00:00Z') })
    const { series } = await ask(ctx, query)
    assert.deepEqual(
      series?.map(({ values }) => values['newCustomers']),
      [null, null, null, 0],
    )
  })
})
