import { baseSql, type PathRow } from '@tillsight/attribution'
import { addDays, type DayRange, dayOf, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { journeySource } from '../../journeys/index.ts'
import { type CreditQuery, minorUnit } from '../query/credited.ts'

/** Distinct paths of the journeys of some days, and the number of journeys. */
export interface FittedPaths {
  readonly rows: readonly PathRow[]
  readonly conversions: number
  readonly lost: number
}

const dayMs = 86_400_000
/** If the click window is unlimited, a visitor who has not returned for this many days counts as lost. */
const usualWindow = 90

const Path = z.object({ path: z.array(z.string()), journeys: z.coerce.number(), value: z.coerce.number() })

/**
 * Paths of converted and lost journeys that the chain is fitted to (attribution.md §10.1). Journeys are cut at each order, so
 * that no touch is in two of them. Lost: the clicks within the last window of a device without an order, once that window has
 * passed. Values are in minor units.
 */
export async function readPaths(ctx: ShopContext, query: CreditQuery): Promise<FittedPaths> {
  const [won, lost] = await Promise.all([readWon(ctx, query), readLost(ctx, query)])
  const rows = [
    ...won.map(({ path, journeys, value }) => ({ path, conversions: journeys, value_minor: value, null: 0 })),
    ...lost.map(({ path, journeys }) => ({ path, conversions: 0, value_minor: 0, null: journeys })),
  ]
  return { rows, conversions: sumOf(won), lost: sumOf(lost) }
}

function sumOf(paths: readonly z.infer<typeof Path>[]): number {
  return paths.reduce((sum, { journeys }) => sum + journeys, 0)
}

function readWon(ctx: ShopContext, query: CreditQuery): Promise<z.infer<typeof Path>[]> {
  const { range, asked, rates, config, currency } = query
  const source = journeySource({ range, zone: ctx.shop.zone, asked, rates })
  const base = baseSql({
    source: source.sql,
    config: { ...config, journey_scope: 'since_previous_order' },
    lists: ['channels'],
    keep: ['value'],
  })
  const sql = `SELECT path, count() AS journeys, toFloat64(sum(value)) / ${minorUnit(currency)} AS value FROM (
      SELECT value, arrayMap(c -> toString(c), channels) AS path FROM ${base} WHERE notEmpty(channels)) GROUP BY path`
  return ctx.warehouse.read({ sql, params: source.params }, Path)
}

/**
 * The days of a query that are older than the window: visitors who last came on a later day are not lost yet, and conversion
 * rates of such days would be too high. Undefined if all of them are later.
 */
export function endedDays(ctx: ShopContext, { range, config }: CreditQuery): DayRange | undefined {
  const open = dayOf(new Date(ctx.clock.now().getTime() - windowMs(config)), ctx.shop.zone)
  const last = addDays(open, -1)
  const to = last < range.to ? last : range.to
  return to < range.from ? undefined : { from: range.from, to }
}

function windowMs(config: CreditQuery['config']): number {
  return (config.click_window_days ?? usualWindow) * dayMs
}

async function readLost(ctx: ShopContext, { range, config }: CreditQuery): Promise<z.infer<typeof Path>[]> {
  const window = windowMs(config)
  const until = Math.min(endOfDay(range.to, ctx.shop.zone).getTime(), ctx.clock.now().getTime() - window)
  const from = startOfDay(range.from, ctx.shop.zone).getTime()
  if (until <= from) return []
  const withoutDirect = config.direct_policy === 'exclude_unless_only'
  const kept = withoutDirect
    ? "if(arrayExists(c -> c != 'direct', names), arrayFilter(c -> c != 'direct', names), names)"
    : 'names'
  const sql = `SELECT ${kept} AS path, count() AS journeys, 0 AS value FROM (
      SELECT arrayMap(t -> t.3, arrayFilter(t -> t.1 >= last_ms - ${window}, seen)) AS names
      FROM (SELECT arraySort(groupArray((toUnixTimestamp64Milli(at), touch_id, toString(channel)))) AS seen, max(toUnixTimestamp64Milli(at)) AS last_ms
        FROM touches WHERE shop_id = {shop:UUID} AND visitor_id != '' AND touches.kind = 'click' AND bot != 'bot'
          AND visitor_id NOT IN (SELECT visitor_id FROM touches WHERE shop_id = {shop:UUID} AND visitor_id != ''
            AND touch_id IN (SELECT arrayJoin(touch_ids) FROM journeys WHERE shop_id = {shop:UUID}))
        GROUP BY visitor_id HAVING last_ms >= {lost_from:Int64} AND last_ms < {lost_until:Int64}))
    GROUP BY path`
  return ctx.warehouse.read({ sql, params: { lost_from: from, lost_until: until } }, Path)
}
