import { type BaseAsk, baseSql, type SqlText } from '@tillsight/attribution'
import { moneyText } from '@tillsight/metrics'
import type { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { journeySource, type SourceAsk } from '../../journeys/index.ts'
import type { CreditQuery } from '../query/credited.ts'

/** What a report is computed from: its context and the credit query of its days. */
export interface ReportContext {
  readonly ctx: ShopContext
  readonly question: CreditQuery
  /** Maximum length of a list. */
  readonly limit: number
}

/** A subquery of the orders of a report's days. */
export function sourceOf(report: Pick<ReportContext, 'ctx' | 'question'>): SqlText {
  return journeySource(sourceAskOf(report))
}

/** The source options for the orders of a query's days. */
export function sourceAskOf({ ctx, question }: Pick<ReportContext, 'ctx' | 'question'>): SourceAsk {
  const { range, asked, rates } = question
  return { range, zone: ctx.shop.zone, asked, rates }
}

/** Reads from the orders of the days with their eligible clicks; `{from}` in the SQL is replaced by a subquery of them. */
export function readBase<T>(
  report: ReportContext,
  { select, row, lists, keep = ['value'] }: Partial<Pick<BaseAsk, 'keep'>> & Pick<BaseAsk, 'lists'> & BaseRead<T>,
): Promise<T[]> {
  const source = sourceOf(report)
  const from = baseSql({ source: source.sql, config: report.question.config, lists, keep })
  return report.ctx.warehouse.read({ sql: select(from), params: source.params }, row)
}

interface BaseRead<T> {
  readonly select: (from: string) => string
  readonly row: z.ZodType<T>
}

/** Order count and revenue as a result bucket. */
export function toBucket({ orders, revenue }: { readonly orders: number; readonly revenue: bigint }) {
  return { orders, revenue: moneyText(revenue) }
}

/** The median of bucketed values, the lower of two; null if there are none. */
export function medianOf(buckets: readonly { readonly at: number; readonly orders: number }[]): number | null {
  const sorted = buckets.toSorted((one, other) => one.at - other.at)
  const all = sorted.reduce((sum, { orders }) => sum + orders, 0)
  let seen = 0
  for (const { at, orders } of sorted) {
    seen += orders
    if (seen * 2 >= all) return at
  }
  return null
}
