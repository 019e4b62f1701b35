import { AppError } from '@tillsight/core'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { z } from 'zod'
import { adRowsSelect, adTexts } from './ad-rows.ts'
import type { DatasetId, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, findMetric, metrics } from './catalogue/index.ts'
import { underClaims } from './claims.ts'
import { decodeCursor } from './cursor.ts'
import { onBasis, type Sums, sumsOf, type Term } from './formula.ts'
import { amountSql, clockSql, type Level, levelOf, orderRows, sourceSql } from './ledger-sql.ts'
import { unknownId } from './near-matches.ts'
import { isKnownBy, type Plan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { MetricQuery, Scope } from './query.ts'
import { type Binder, createBinder } from './statement.ts'

/** Query for the order and ad rows that make up one figure. */
export interface RowsQuery {
  readonly metric: MetricId
  /** Only range, filters and currency are used; the rest is ignored. */
  readonly query: MetricQuery
  readonly scope: Scope
  /** Rows per page, at most 1000; 50 by default. */
  readonly limit?: number
  readonly cursor?: string
}

const mostRows = 1000
const defaultRows = 50

/** A metric with its sums. */
export interface FigureParts extends Sums {
  readonly metric: MetricDefinition
}

/** Splits a metric into its sums; throws `not_found` for an unknown metric. */
export function partsOfFigure(id: MetricId, basis?: MetricId): FigureParts {
  const found = findMetric(id)
  if (!found) throw new AppError('not_found', unknownId('metric', id, metrics))
  const metric = onBasis(found, basis)
  return { metric, ...sumsOf(metric) }
}

/** Number of rows per page of the query. */
export function pageSize({ limit }: RowsQuery): number {
  return Math.min(Math.max(limit ?? defaultRows, 1), mostRows)
}

/** The parts of a query that its cursors are bound to. */
export function rowsOwner({ metric, query }: RowsQuery): unknown {
  return [metric, query.from, query.to, query.filters ?? [], query.currency ?? '', query.claims ?? {}]
}

const facts = [
  'order_id',
  'row_id',
  'order_name',
  'kind',
  'side',
  'line_type',
  'product_id',
  'variant_id',
  'sku',
  'title',
  'quantity',
  'gross',
  'discount',
  'tax',
  'currency',
  'order_status',
  'customer_class',
] as const

/**
 * One page of rows with their contributions to the figure: orders first, then ads, newest first, plus one row each with the
 * count and sums of all order rows and all ad rows. The contributions of all pages add up to the figure, or to its numerator
 * and denominator.
 */
export function compileRows(question: RowsQuery): CompiledQuery {
  const parts = underRules(partsOfFigure(question.metric, question.scope.ratioBasis), question.query)
  const binder = createBinder()
  const plan = planQuery({ ...rowsQuery(question), metrics: [question.metric] }, question.scope)
  const size = pageSize(question)
  const after = positionOf(question)
  const wanted = datasetsOf(parts, plan)
  const selects: string[] = []
  if (wanted.has('ledger')) selects.push(ledgerRowsSelect(parts, plan, { after, size, binder }))
  for (const dataset of ['ads', 'reach'] as const) {
    if (!wanted.has(dataset)) continue
    selects.push(adRowsSelect({ parts, plan, dataset, after: after?.kind === 'ads' ? after : undefined, size }, binder))
  }
  if (selects.length === 0) selects.push(noRows)
  return { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

function underRules({ metric, over, by }: FigureParts, { claims }: MetricQuery): FigureParts {
  const ruled = (terms: readonly Term[]) => terms.map(({ base, sign }) => ({ base: underClaims(base, claims), sign }))
  return { metric, over: ruled(over), by: by && ruled(by) }
}

/** The datasets that hold a figure's rows; none when a filter needs a dimension they lack. */
function datasetsOf({ over, by }: FigureParts, { filters }: Plan): ReadonlySet<DatasetId> {
  const bases = [...over, ...(by ?? [])].map(({ base }) => base)
  const isAnswered = bases.every((base) =>
    isKnownBy(
      base,
      filters.map(({ on }) => on),
    ),
  )
  return new Set(isAnswered ? bases.map(({ value }) => value.dataset) : [])
}

const noTexts = facts.map((fact) => `'' AS ${fact}_text`).join(', ')

const noRows = `SELECT 1 AS is_total, 'ledger' AS segment, toUInt64(0) AS place, toUInt32(0) AS at, ${noTexts}, ${adTexts()}, '0' AS over, '0' AS by, toUInt64(0) AS unknown FROM ledger FINAL WHERE shop_id = {shop:UUID} AND 0`

interface LedgerPage {
  readonly after: Position | undefined
  readonly size: number
  readonly binder: Binder
}

function ledgerRowsSelect({ over, by = [] }: FigureParts, plan: Plan, { after, size, binder }: LedgerPage): string {
  const [period] = plan.periods
  if (!period) throw new Error('A plan has at least one period')
  const scope = { span: period.span, filters: plan.filters, conversion: plan.conversion }
  const at: Contribution = { level: levelOf(plan.filters, []), converts: plan.conversion !== undefined }
  const [overTerms, byTerms] = [over, by].map((terms) => terms.filter(({ base }) => base.value.dataset === 'ledger'))
  const contributions = `${contributionSql(overTerms ?? [], at)} AS over_part, ${contributionSql(byTerms ?? [], at)} AS by_part`
  const terms = [...(overTerms ?? []), ...(byTerms ?? [])]
  // Rows that no term uses add nothing; without them the windows over orders and people stay small.
  const relevant = [...new Set(terms.map(({ base }) => `(${rowsOf(base, at.level)})`))].join(' OR ')
  const rows = `${clockSql(scope, binder)} SELECT booked_at, ${facts.join(', ')}, ${contributions} ${sourceSql(scope, binder)} AND (${relevant})`
  const counting = 'over_part != 0 OR by_part != 0'
  const total = `SELECT toUInt64(count()) AS place, toUInt32(0) AS at, ${noTexts}, ${adTexts()}, toString(sum(over_part)) AS over, toString(sum(by_part)) AS by, toUInt64(0) AS unknown FROM (${rows}) WHERE ${counting}`
  const page = `SELECT *, over_part, by_part FROM (${rows}) WHERE (${counting})${afterSql(after, binder)} ORDER BY booked_at DESC, order_id, row_id LIMIT ${binder.bind('limit', 'UInt32', size + 1)}`
  const list = facts.map((fact) => `toString(${fact}) AS ${fact}_text`).join(', ')
  return `SELECT 1 AS is_total, 'ledger' AS segment, * FROM (${total}) UNION ALL SELECT 0 AS is_total, 'ledger' AS segment, toUInt64(rowNumberInAllBlocks()) AS place, toUInt32(toUnixTimestamp(booked_at)) AS at, ${list}, ${adTexts()}, toString(over_part) AS over, toString(by_part) AS by, toUInt64(0) AS unknown FROM (${page})`
}

function rowsQuery({ query: { from, to, filters, currency, claims } }: RowsQuery): Omit<MetricQuery, 'metrics'> {
  return { from, to, ...(filters && { filters }), ...(currency && { currency }), ...(claims && { claims }) }
}

interface Contribution {
  readonly level: Level
  readonly converts: boolean
}

// Sixteen decimals hold the product of an amount and a rate.
const nothing = 'toDecimal128(0, 16)'

function contributionSql(terms: readonly Term[], at: Contribution): string {
  if (terms.length === 0) return nothing
  return terms
    .map(({ base, sign }) => `${sign === 1 ? '+' : '-'} ${termSql(base, at)}`)
    .join(' ')
    .replace(/^\+ /, '')
}

/** A row's contribution to a base metric; among rows of the same order or person, only the first adds 1. */
function termSql(base: BaseMetric, { level, converts }: Contribution): string {
  const { value } = base
  const rows = rowsOf(base, level)
  if (value.aggregate === 'sum') {
    return `if(${rows}, toDecimal128(${amountSql(base, value.of, converts)}, 16), ${nothing})`
  }
  const once = value.aggregate === 'uniq' ? value.of : level.line ? 'order_id' : undefined
  const first = once && `row_number() OVER (PARTITION BY ${once}, ${rows} ORDER BY booked_at, order_id, row_id) = 1`
  return `if(${first ? `${rows} AND ${first}` : rows}, toDecimal128(1, 16), ${nothing})`
}

function rowsOf({ value }: BaseMetric, level: Level): string {
  return value.aggregate === 'sum' ? value.where : orderRows(value.where, level)
}

/** Where a page begins: after the last row of the previous page, by instant in seconds, order and row, or by day and ad. */
type Position =
  | { readonly kind: 'ledger'; readonly at: number; readonly order: string; readonly row: string }
  | { readonly kind: 'ads'; readonly at: number; readonly place: string }

const ledgerPosition = z.tuple([z.int(), z.string(), z.string()])
const adPosition = z.tuple([z.literal('ads'), z.int(), z.string()])

function positionOf(question: RowsQuery): Position | undefined {
  if (question.cursor === undefined) return undefined
  const found = decodeCursor(rowsOwner(question), question.cursor, z.union([ledgerPosition, adPosition]))
  if (found[0] === 'ads') return { kind: 'ads', at: found[1], place: found[2] }
  return { kind: 'ledger', at: found[0], order: found[1], row: found[2] }
}

function afterSql(after: Position | undefined, binder: Binder): string {
  if (after === undefined) return ''
  // Ads follow after all orders have been listed.
  if (after.kind === 'ads') return ' AND 0'
  const time = `toDateTime(${binder.bind('after', 'UInt32', after.at)}, 'UTC')`
  const place = `(${binder.bind('after_order', 'String', after.order)}, ${binder.bind('after_row', 'String', after.row)})`
  return ` AND (booked_at < ${time} OR (booked_at = ${time} AND (order_id, row_id) > ${place}))`
}
