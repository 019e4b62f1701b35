import {
  type AdditiveModel,
  type CreditConfig,
  creditSql,
  type SqlText,
  type TouchColumn,
  touchColumns,
} from '@tillsight/attribution'
import { currencyDecimals } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, endOfDay, startOfDay } from '@tillsight/core/days'
import { type Conversion, placeColumns } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { longestWindow, type RequestedConfig } from '../../credit/index.ts'
import { contributionSource, journeySource, localDaySql, type SourceAsk } from '../../journeys/index.ts'
import { adConnectors } from '../../tracking/index.ts'
import type { CreditLevel } from './attribution-query.ts'
import type { Certainty, Credited } from './figures.ts'
import { refundSource } from './refund-source.ts'

/** Everything that determines the credit. */
export interface CreditQuery {
  readonly range: DayRange
  readonly asked: RequestedConfig
  readonly model: AdditiveModel
  readonly config: CreditConfig
  readonly currency: string
  readonly rates?: Conversion | undefined
}

/** The id parts of a row at a level; parts below the level are ''. */
export interface PlaceIds {
  readonly channel: string
  readonly platform: string
  readonly account_id: string
  readonly campaign_id: string
  readonly ad_set_id: string
  readonly ad_id: string
}

/** The credit of one row, or of nobody where it is not tracked. */
export interface CreditedPlace extends PlaceIds, Credited {
  readonly tracked: boolean
}

/** Columns that identify a row of a level besides its channel, as in the result. */
export function columnsOf(level: CreditLevel): ReturnType<typeof placeColumns> {
  return level === 'channel' ? [] : placeColumns(level)
}

const lists = {
  platform: ['platforms', 'paid'],
  account_id: ['account_ids'],
  campaign_id: ['campaign_ids'],
  ad_set_id: ['ad_set_ids'],
  ad_id: ['ad_ids'],
} as const satisfies Record<ReturnType<typeof placeColumns>[number], readonly TouchColumn[]>

/** Touch lists needed to identify rows of a level. */
export function listsOf(level: CreditLevel): readonly TouchColumn[] {
  return ['channels', ...columnsOf(level).flatMap((column) => lists[column])]
}

const visitNames = Object.keys(adConnectors)
const connectorNames = visitNames.map((name) => adConnectors[name] ?? name)
/** Maps the platform name in visits to its connector, for paid visits. */
export const platformSql = `if(is_paid = 1, transform(toString(platform), ${textList(visitNames)}, ${textList(connectorNames)}, toString(platform)), toString(platform))`

function textList(texts: readonly string[]): string {
  return `[${texts.map((text) => `'${text}'`).join(', ')}]`
}

const sums = `sum(gross) AS gross_sum, sum(net) AS net_sum, sum(micro) AS orders_sum, sumIf(gross, customer_class = 'new') AS new_gross,
  sumIf(micro, customer_class = 'new') AS new_orders, sumIf(micro, customer_class = 'returning') AS returning_orders`

const Sums = z.object({
  gross_sum: z.coerce.bigint(),
  net_sum: z.coerce.bigint(),
  orders_sum: z.coerce.bigint(),
  new_gross: z.coerce.bigint(),
  new_orders: z.coerce.bigint(),
  returning_orders: z.coerce.bigint(),
})
const PlaceRow = Sums.extend({
  tracked: z.coerce.number(),
  channel: z.string(),
  platform: z.string().default(''),
  account_id: z.string().default(''),
  campaign_id: z.string().default(''),
  ad_set_id: z.string().default(''),
  ad_id: z.string().default(''),
})

/** A row of {@link creditedQuery}. */
export const CreditedPlaceRow = PlaceRow.transform(toPlace)

function toPlace(row: z.infer<typeof PlaceRow>): CreditedPlace {
  return {
    tracked: row.tracked === 1,
    channel: row.channel,
    platform: row.platform,
    account_id: row.account_id,
    campaign_id: row.campaign_id,
    ad_set_id: row.ad_set_id,
    ad_id: row.ad_id,
    ...toCredited(row),
  }
}

/** Reads credit by row, unordered; with `date: touch`, of the touches in the days. */
export function creditedQuery(ctx: ShopContext, query: CreditQuery, level: CreditLevel): SqlText {
  return byPlace(creditOf(ctx, query, { touches: listsOf(level), keep: ['customer_class'] }), level, sums)
}

/** How far costs are known, as `contributionSource` tells it of an order. */
const certainty = ['doubt', 'costed', 'uncosted'] as const
const certaintySums = certainty.map((column) => `max(${column}) AS ${column}_most`).join(', ')

/**
 * Reads what credited orders contribute after delivery, by row: `gross` is what is above zero of it and `net` what is below,
 * with how far its costs are known.
 */
export function contributedQuery(ctx: ShopContext, query: CreditQuery, level: CreditLevel): SqlText {
  const keep = ['customer_class', ...certainty]
  const credit = ordersOf(ctx, query, { touches: listsOf(level), keep, source: contributionSource, unit: 1n })
  return byPlace(credit, level, `${sums}, ${certaintySums}`)
}

/** A row of {@link contributedQuery}. */
export const ContributedPlaceRow = PlaceRow.extend({
  doubt_most: z.coerce.number(),
  costed_most: z.coerce.number(),
  uncosted_most: z.coerce.number(),
}).transform((row): CreditedPlace & Certainty => ({
  ...toPlace(row),
  doubt: row.doubt_most,
  costed: row.costed_most === 1,
  uncosted: row.uncosted_most === 1,
}))

/** Sums up credit by the places of a level; `aggregates` names its columns. */
function byPlace({ sql: from, params }: SqlText, level: CreditLevel, aggregates: string): SqlText {
  const columns = columnsOf(level)
  const named = columns.map((column) =>
    column === 'platform' ? `${platformSql} AS platform_id` : `toString(${column}) AS ${column}_told`,
  )
  const renamed = columns.map((column) =>
    column === 'platform' ? 'platform_id AS platform' : `${column}_told AS ${column}`,
  )
  const groups = [
    'tracked',
    'channel_told',
    ...columns.map((column) => (column === 'platform' ? 'platform_id' : `${column}_told`)),
  ]
  const told = [...aggregates.matchAll(/ AS (\w+)/g)].map(([, name]) => name)
  const sql = `SELECT tracked, channel_told AS channel, ${[...renamed, ...told].join(', ')}
  FROM (SELECT ${[...named, ''].join(', ')} toString(channel) AS channel_told, tracked, ${aggregates} FROM ${from} GROUP BY ${groups.join(', ')})`
  return { sql, params }
}

function toCredited(row: z.infer<typeof Sums>): Credited {
  return {
    gross: row.gross_sum,
    net: row.net_sum,
    orders: row.orders_sum,
    newGross: row.new_gross,
    newOrders: row.new_orders,
    returningOrders: row.returning_orders,
  }
}

/** The credit of a channel on a day; `channel` is '' where it is not tracked. */
export interface CreditedDay extends Credited {
  /** Days since 1970. */
  readonly day: number
  readonly channel: string
  readonly tracked: boolean
}

/** A row of {@link creditedDaysQuery}. */
export const CreditedDayRow = Sums.extend({
  tracked: z.coerce.number(),
  channel: z.string(),
  day: z.coerce.number(),
}).transform(
  (row): CreditedDay => ({ day: row.day, channel: row.channel, tracked: row.tracked === 1, ...toCredited(row) }),
)

/** Reads credit by day and channel. */
export function creditedDaysQuery(ctx: ShopContext, query: CreditQuery): SqlText {
  const byTouch = query.asked.date === 'touch'
  const keep = ['customer_class', 'order_day', 'order_ms']
  const { sql: from, params } = creditOf(ctx, query, { touches: ['channels', 'touch_ms'], keep })
  const isVisit = query.asked.refund_basis === 'refund_date' ? 'tracked AND is_refund = 0' : 'tracked'
  const day = byTouch ? `if(${isVisit}, ${localDaySql('touch_at_ms')}, order_day)` : 'order_day'
  const sql = `SELECT day, tracked, channel_told AS channel, gross_sum, net_sum, orders_sum, new_gross, new_orders, returning_orders
  FROM (SELECT ${day} AS day, toString(channel) AS channel_told, tracked, ${sums} FROM ${from} GROUP BY day, channel_told, tracked)`
  return { sql, params }
}

interface Reported {
  readonly touches: readonly TouchColumn[]
  readonly keep: readonly string[]
}

/**
 * One row per part of an order: with `date: order`, of the orders placed in these days; with `date: touch`, of the touches in
 * these days whenever the order was placed, and of the orders placed in them that no touch earned. With `refund_date`, also
 * the refunds of these days, whenever the order was placed.
 */
export function creditOf(ctx: ShopContext, query: CreditQuery, reported: Reported): SqlText {
  const { range, asked, currency, rates } = query
  const isUntouched = asked.refund_basis === 'refund_date'
  const source = (ask: SourceAsk) => journeySource({ ...ask, isUntouched })
  const ask = { ...reported, source, unit: minorUnit(currency) }
  const credit = ordersOf(ctx, query, ask)
  if (!isUntouched) return credit
  const given = refundSource({ range, zone: ctx.shop.zone, asked, rates })
  const lessening = toAsk(query, ask)
  const lessened = creditSql({ source: given.sql, ...lessening })
  return {
    sql: withRefunds(credit.sql, lessened.sql, lessening),
    params: { ...credit.params, ...given.params },
  }
}

interface Divided extends Reported {
  /** What is divided. */
  readonly source: (ask: SourceAsk) => SqlText
  /** The unit of its money in millionths. */
  readonly unit: bigint
}

/** The parts of orders alone, without refunds of other days. */
function ordersOf(ctx: ShopContext, query: CreditQuery, divided: Divided): SqlText {
  const { range, asked, rates } = query
  const byTouch = asked.date === 'touch'
  const placed = byTouch ? { from: range.from, to: lastOrderDay(ctx, query) } : range
  const source = divided.source({ range: placed, zone: ctx.shop.zone, asked, rates })
  const all = creditSql({ source: source.sql, ...toAsk(query, divided) })
  const credit = byTouch ? withinDays(ctx, range, all) : all
  return { sql: credit.sql, params: { ...source.params, ...credit.params } }
}

function toAsk({ asked, model, config }: CreditQuery, { touches, keep, unit }: Divided) {
  const byTouch = asked.date === 'touch'
  return {
    model,
    config,
    unit,
    touches: byTouch ? [...touches, 'touch_ms' as const] : touches,
    keep: byTouch ? [...new Set([...keep, 'order_ms'])] : keep,
  }
}

/** Restricts credit to touches in some days, and to untracked orders placed in them. */
function withinDays({ shop }: ShopContext, { from, to }: DayRange, { sql, params }: SqlText): SqlText {
  const within = 'if(tracked, touch_at_ms, order_ms)'
  return {
    sql: `(SELECT * FROM ${sql} WHERE ${within} >= {within_from:Int64} AND ${within} < {within_until:Int64})`,
    params: {
      ...params,
      within_from: startOfDay(from, shop.zone).getTime(),
      within_until: endOfDay(to, shop.zone).getTime(),
    },
  }
}

/** Adds refunds to the credit as rows with `is_refund`: they lower net, but neither revenue nor orders. */
function withRefunds(credit: string, lessened: string, { touches, keep }: Reported): string {
  const told = new Set<TouchColumn>(['channels', ...touches])
  const columns = [...keep, ...[...told].map((list) => touchColumns[list]), 'tracked'].join(', ')
  return `(SELECT ${columns}, gross, net, micro, 0 AS is_refund FROM ${credit}
    UNION ALL SELECT ${columns}, toInt64(0) AS gross, less AS net, toInt64(0) AS micro, 1 AS is_refund
    FROM (SELECT * EXCEPT (gross, net, micro), net - gross AS less FROM ${lessened}))`
}

/** Orders placed after the days can still credit their touches: up to the length of the window, at most until today. */
export function lastOrderDay(
  { clock, shop }: ShopContext,
  { range, asked }: Pick<CreditQuery, 'range' | 'asked'>,
): Day {
  const today = dayOf(clock.now(), shop.zone)
  const window = longestWindow(asked)
  const last = window === null ? today : addDays(range.to, window + 1)
  const latest = last < today ? last : today
  return latest > range.to ? latest : range.to
}

/** The minor unit of a currency in millionths. */
export function minorUnit(currency: string): bigint {
  return 10n ** BigInt(Math.max(0, 6 - currencyDecimals(currency)))
}
