import type { DayRange } from '@tillsight/core/days'
import { mostDecimals } from '@tillsight/metrics'
import { run, type ShopContext } from '../context/index.ts'
import { describeMetrics, runQuery } from '../reports/index.ts'
import type { ColumnKind, ExportRow, ExportTable } from './export-rows.ts'

/** Every metric in the shop's currency, a row for each shop day; null where a figure has no value. */
export async function exportMetrics(ctx: ShopContext, range: DayRange): Promise<ExportTable<readonly ExportRow[]>> {
  const { metrics } = await run(describeMetrics, ctx, {})
  const keys = metrics.map(({ key }) => key)
  const { series = [] } = await run(runQuery, ctx, { metrics: keys, ...range, interval: 'day' })
  return {
    columns: { day: 'day', ...Object.fromEntries(keys.map((key) => [key, kindOf(key)])) },
    rows: series.map(({ at, values }) => ({ day: at, ...values })),
  }
}

function kindOf(metric: string): ColumnKind {
  const decimals = mostDecimals(metric)
  return decimals === 0 ? 'whole' : { decimals }
}
