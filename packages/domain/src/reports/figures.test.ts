import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MetricValues } from '@tillsight/metrics'
import fc from 'fast-check'
import { z } from 'zod'
import { writeRecords } from '../ledger/index.ts'
import { isMoney, naiveFigures } from './naive-figures.testing.ts'
import { histories, historyRange } from './random-history.testing.ts'
import { ask, askLedger, openTestStores, type Query } from './shop.testing.ts'

const stores = await openTestStores({ after })
const zone = 'Europe/Berlin'
const keys = Object.keys(
  naiveFigures({ orders: [], refunds: [], cancelledAt: new Map(), news: [] }, { ...historyRange, zone }),
)

/** In hundredths of a cent, as in the plain calculator. */
function toNumbers(values: MetricValues): Record<string, number> {
  return Object.fromEntries(
    keys.map((key) => [key, isMoney(key) ? Math.round(Number(values[key]) * 10_000) : Number(values[key])]),
  )
}

function withoutMinusZero(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, value + 0]))
}

const otherwise: readonly Partial<Query>[] = [
  { from: '2026-04-01', interval: 'week', compare: 'previous_period' },
  { from: '2026-03-25', interval: 'month', compare: historyRange },
  { dimensions: ['country'] },
  { filters: [{ dimension: 'country', operator: 'is', values: ['DE', 'FR'] }], interval: 'week' },
  {
    filters: [{ dimension: 'country', operator: 'is_not', values: ['DE'] }],
    dimensions: ['country'],
    compare: 'previous_period',
  },
]
const refundedSql = `SELECT toUInt32(uniqExact(order_id)) AS orders FROM ledger
  WHERE shop_id = {shop:UUID} AND paid = 1 AND kind IN ('refund', 'cancel')`
const Refunded = z.object({ orders: z.number() })

test('every figure of every day equals what a plain calculator makes of the same facts, from days and from the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const ctx = await stores.openShop({ zone })
      await writeRecords(ctx, { source: 'woocommerce', records: history.news })
      const query = { metrics: [...keys, 'refundedOrders'], ...historyRange, interval: 'day' as const }
      const summary = await ask(ctx, query)
      const ledger = await askLedger(ctx, query)
      assert.deepEqual(summary, ledger)
      for (const more of otherwise) {
        const parts = { ...query, interval: undefined, ...more }
        assert.deepEqual(await ask(ctx, parts), await askLedger(ctx, parts))
      }
      assert.deepEqual(toNumbers(summary.totals), withoutMinusZero(naiveFigures(history, { ...historyRange, zone })))
      assert.deepEqual(await ctx.warehouse.read({ sql: refundedSql, params: {} }, Refunded), [
        { orders: summary.totals['refundedOrders'] },
      ])
      for (const { at, values } of summary.series ?? []) {
        assert.deepEqual(toNumbers(values), withoutMinusZero(naiveFigures(history, { from: at, to: at, zone })), at)
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
