import { amountDecimals, amountText, printFixed, roundFixed } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import { explainProfit, type ProfitFacts } from '@tillsight/costs'
import type { MetricRow } from '@tillsight/metrics'
import type { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { causesOf, factsOf, type orderLineOf } from './facts.ts'
import type { ExplainedRows } from './outputs.ts'

/** Rows read of each period: those that sold most in it. */
const rowsRead = 1000

/** What rows are told of. */
export interface RowsQuery {
  readonly query: Pick<z.input<typeof runQuery.input>, 'filters' | 'currency'>
  readonly periods: { readonly now: DayRange; readonly before: DayRange }
  /** The whole, to which rows and the rest add up. */
  readonly whole: { readonly now: ProfitFacts; readonly before: ProfitFacts }
  /** The line that rows add up to. */
  readonly of: ReturnType<typeof orderLineOf>
  /** Rows told. */
  readonly limit: number
}

type Row = ExplainedRows['rows'][number]

/** The rows of a dimension that changed a line most, and the rest. */
export async function tellRows(
  ctx: ShopContext,
  dimension: ExplainedRows['dimension'],
  asked: RowsQuery,
): Promise<ExplainedRows> {
  const changed = (await readRows(ctx, dimension, asked))
    .flatMap((row) => toRow(row, dimension, asked.of) ?? [])
    .filter(({ change }) => Number(change) !== 0)
    .toSorted((a, b) => Math.abs(Number(b.change)) - Math.abs(Number(a.change)))
  const rows = changed.slice(0, asked.limit)
  return { dimension, rows, rest: { ...restOf(rows, asked.whole), rows: changed.length - rows.length } }
}

/** The rows that sold most now, and where there are more than can be read, those that sold most before. */
async function readRows(
  ctx: ShopContext,
  dimension: string,
  { query: { filters, currency }, periods: { now, before }, of }: RowsQuery,
): Promise<readonly MetricRow[]> {
  const asked = {
    filters,
    currency,
    metrics: [...new Set(['netSales', 'orders', 'grossProfit', of])],
    dimensions: [dimension],
    limit: rowsRead,
  }
  const first = await run(runQuery, ctx, { ...asked, ...now, compare: before })
  if (first.cursor === undefined) return first.rows ?? []
  const second = await run(runQuery, ctx, { ...asked, ...before, compare: now })
  const keyOf = ({ dimensions }: MetricRow) => dimensions[dimension] ?? ''
  const rows = new Map((first.rows ?? []).map((row) => [keyOf(row), row]))
  for (const row of second.rows ?? []) {
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), { ...row, values: row.before ?? {}, before: row.values })
  }
  return [...rows.values()]
}

/** Undefined for a row of whose costs nothing is known in one of the periods. */
function toRow(
  { dimensions, names, values, before = {} }: MetricRow,
  dimension: string,
  of: RowsQuery['of'],
): Row | undefined {
  const [now, then] = [factsOf(values, of), factsOf(before, of)]
  if (!now || !then) return undefined
  const name = names?.[dimension]
  const change = explainProfit(then, now)
  return {
    value: dimensions[dimension] ?? '',
    ...(name ? { name } : {}),
    now: contributionOf(now),
    before: contributionOf(then),
    change: amountText(change.total),
    causes: causesOf(change, of),
  }
}

function contributionOf({ grossProfit, variableCost }: ProfitFacts): string {
  return printFixed(grossProfit - variableCost, amountDecimals)
}

/** What the rows leave of the whole. */
function restOf(rows: readonly Row[], whole: RowsQuery['whole']): Pick<Row, 'now' | 'before' | 'change'> {
  const left = (period: 'now' | 'before') =>
    rows.reduce(
      (rest, row) => rest - roundFixed(row[period], amountDecimals),
      roundFixed(contributionOf(whole[period]), amountDecimals),
    )
  const [now, before] = [left('now'), left('before')]
  const text = (amount: bigint) => printFixed(amount, amountDecimals)
  return { now: text(now), before: text(before), change: text(now - before) }
}
