// Costs of the demo as its members enter them, and the comparison of profit with what was counted independently.
import assert from 'node:assert/strict'
import { addDays, addMonths, type Day, parseDay } from '@tillsight/core/days'
import {
  type MetricAnswer,
  restateCosts,
  run,
  runQuery,
  type ShopContext,
  saveCosts,
  saveSpend,
} from '@tillsight/domain'
import type { z } from 'zod'
import { demoCosts } from '../demo/costs.ts'
import type { countDemoProfit } from '../demo/expected-costs.ts'

/** A money value in millionths, rounded half up like the expected ones. */
export function millionths(value: unknown): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  const digits = BigInt(whole + fraction.padEnd(10, '0').slice(0, 10))
  return ((digits + 5000n) / 10_000n) * (sign === '-' ? -1n : 1n)
}

/** Enters costs and expenses as the demo's members do. */
export async function enterDemoCosts(ctx: ShopContext, madeOn: Day): Promise<void> {
  const { changes, expenses } = demoCosts('demo', madeOn)
  for (const { change } of changes) {
    await run(saveCosts, ctx, { change: change as z.input<typeof saveCosts.input>['change'] })
  }
  for (const { name, ...rest } of expenses) {
    await run(saveSpend, ctx, { ...rest, channel: name, name, repeats: 'monthly', countsAs: 'expense' })
  }
  await restateCosts(ctx)
}

/** Compares every line of profit, in all and by month, of which the last complete one is one. */
export async function compareProfit(
  ctx: ShopContext,
  expected: ReturnType<typeof countDemoProfit>,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<void> {
  const keys = Object.keys(expected(from, to))
  const { totals, series = [] } = await run(runQuery, ctx, { metrics: keys, from, to, interval: 'month' })
  const differences = (where: string, values: MetricAnswer['totals'], range: { from: Day; to: Day }) =>
    Object.entries(expected(range.from, range.to)).flatMap(([key, figure]) => {
      const found = values[key] === null ? null : millionths(values[key])
      return found === figure ? [] : [`${where} ${key}: ${found} instead of ${figure}`]
    })
  assert.ok(series.length > 20)
  assert.ok(Object.values(expected(from, to)).every((figure) => figure > 0n))
  const byMonth = series.flatMap(({ at, values }) => {
    const month = parseDay(`${at.slice(0, 7)}-01`)
    const last = addDays(addMonths(month, 1), -1)
    return differences(at, values, { from: month < from ? from : month, to: last > to ? to : last })
  })
  assert.deepEqual([...differences('in all', totals, { from, to }), ...byMonth], [])
}
