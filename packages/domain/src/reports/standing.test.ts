import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createConnection, saveSyncState } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores, type Question } from './test-shop.ts'

const stores = await openTestStores({ after })
const clock = fixedClock('2026-03-20T10:00:00Z')

async function openConnected(state: { completeSince?: Date; lastSuccessAt?: Date }): Promise<ShopContext> {
  const ctx = await stores.openShop({}, clock)
  const connection = await createConnection(ctx.db.kysely, {
    shopId: ctx.shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from(''),
    status: 'ok',
  })
  await saveSyncState(ctx.db.kysely, { connectionId: connection.id, stream: 'orders', mode: 'backfill' }, state)
  const read = { syncedThrough: new Date('2026-03-20T09:55:00Z') }
  await saveSyncState(ctx.db.kysely, { connectionId: connection.id, stream: 'orders', mode: 'increment' }, read)
  const order = sampleOrder({ id: '1', customer: buyer('a@b.test'), lines: [sampleLine({ id: '1', gross: '10.00' })] })
  await writeRecords(ctx, { source: 'woocommerce', records: [order] })
  return ctx
}

suite('how complete and fresh an answer is', () => {
  const question: Question = {
    metrics: ['sales', 'newCustomers'],
    from: '2026-03-08',
    to: '2026-03-11',
    interval: 'day',
  } as const

  test('a finished history has no marks, and says when each source was read', async () => {
    const ctx = await openConnected({ lastSuccessAt: new Date('2026-03-19T00:00:00Z') })
    const answer = await ask(ctx, question)
    assert.deepEqual([answer.partial, answer.warnings], [false, []])
    assert.deepEqual(answer.freshness, { woocommerce: '2026-03-20T09:55:00.000Z' })
    assert.deepEqual(
      answer.series?.map(({ values }) => Number(values['sales'])),
      [0, 0, 10, 0],
    )
  })

  test('while the history is imported, days not reached yet are empty, not 0, and people may not be new', async () => {
    const ctx = await openConnected({ completeSince: new Date('2026-03-09T23:00:00Z') })
    const answer = await ask(ctx, question)
    assert.deepEqual(
      answer.series?.map(({ values }) => values['newCustomers']),
      [null, null, 1, 0],
    )
    assert.equal(answer.partial, true)
    assert.match(answer.warnings.join(' '), /reaches back to 2026-03-10 so far/)
    const amounts = await ask(ctx, { metrics: ['sales'], from: '2026-03-10', to: '2026-03-11' })
    assert.deepEqual([amounts.partial, amounts.warnings], [false, []])
  })

  test('days that have not come yet are empty', async () => {
    const ctx = await openConnected({ lastSuccessAt: new Date('2026-03-19T00:00:00Z') })
    const { series } = await ask(ctx, { ...question, from: '2026-03-20', to: '2026-03-21' })
    assert.deepEqual(
      series?.map(({ values }) => values['newCustomers']),
      [0, null],
    )
  })
})
