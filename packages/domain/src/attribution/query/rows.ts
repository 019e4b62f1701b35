import { moneyText, ratioText } from '@tillsight/metrics'
import type { AttributionQuery, CreditLevel } from './attribution-query.ts'
import { columnsOf } from './credited.ts'
import type { PlaceFigures } from './figure-set.ts'
import { type Credited, toFigures } from './figures.ts'
import type { AttributionRow } from './outputs.ts'
import type { PlaceNames } from './places.ts'

/** What building rows requires. */
export interface RowContext {
  readonly level: CreditLevel
  readonly names: PlaceNames
  /** Total revenue of the result. */
  readonly whole: bigint
  /** The comparison's rows by key; undefined without one. */
  readonly before: ReadonlyMap<string, PlaceFigures> | undefined
}

/** One row of a result. */
export function toRow(key: string, place: PlaceFigures, { level, names, whole, before }: RowContext): AttributionRow {
  const told = new Set<string>(columnsOf(level))
  const of = (column: 'platform' | 'account_id' | 'campaign_id' | 'ad_set_id' | 'ad_id') =>
    told.has(column) ? place.ids[column] : null
  const then = before?.get(key)
  return {
    key,
    channel: place.ids.channel,
    platform: of('platform'),
    account_id: of('account_id'),
    campaign_id: of('campaign_id'),
    ad_set_id: of('ad_set_id'),
    ad_id: of('ad_id'),
    name: names.nameOf(place.ids, level),
    ...toFigures(place.credited, place.spending, place.contributed),
    share: shareOf(place.credited, whole),
    claimed_orders: place.claimed_orders,
    claimed_revenue: place.claimed_revenue,
    ...(before === undefined
      ? {}
      : { before: then ? toFigures(then.credited, then.spending, then.contributed) : null }),
  }
}

/** Share of total revenue, as a fraction. */
export function shareOf({ gross }: Credited, whole: bigint): string | null {
  return ratioText(moneyText(gross), moneyText(whole))
}

type Wanted = Pick<AttributionQuery, 'parent' | 'filters'>

/** Whether a row passes the query's parent and filters. */
export function isWanted(row: AttributionRow, { parent = {}, filters = {} }: Wanted): boolean {
  const below = Object.entries(parent).every(
    ([part, value]) => value === undefined || row[part as keyof typeof parent] === value,
  )
  const { channels, platforms, search = '' } = filters
  if (!below || (channels && !channels.includes(row.channel))) return false
  if (platforms && !platforms.includes(row.platform ?? '')) return false
  const text = [row.name, row.channel, row.campaign_id, row.ad_set_id, row.ad_id].join('\n').toLowerCase()
  return text.includes(search.toLowerCase())
}

/** Compares rows for sorting: those without a value come last, equal ones are sorted by key. */
export function compareRows(order: AttributionQuery['order']): (one: AttributionRow, other: AttributionRow) => number {
  const { by, direction } = order ?? { by: 'revenue', direction: 'descending' }
  const sign = direction === 'ascending' ? 1 : -1
  return (one, other) => {
    if (by === 'name')
      return sign * compareTexts(one.name ?? one.channel, other.name ?? other.channel) || byKey(one, other)
    const [a, b] = [one[by] ?? null, other[by] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byKey(one, other)
    return sign * (Number(a) - Number(b)) || byKey(one, other)
  }
}

function byKey(one: AttributionRow, other: AttributionRow): number {
  return compareTexts(one.key, other.key)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
