import type { DayRange } from '@tillsight/core/days'
import { adFigures, type MetricQuery, type MetricValue, type PlaceLevel } from '@tillsight/metrics'
import { parsePlace } from '../../campaigns/index.ts'
import type { ShopContext } from '../../context/index.ts'
import { askFigures, figuresPlace, loadStatus } from '../../reports/index.ts'
import type { CreditLevel } from './attribution-query.ts'
import type { PlaceIds } from './credited.ts'
import type { Spending } from './figures.ts'

/** Spend of a campaign, ad set or ad, and the conversions its platform reports. */
export interface SpentPlace extends Omit<PlaceIds, 'channel'>, Spending {
  /** The shop's name for a channel without a connector; else the platform. */
  readonly entered: string
  readonly claimed_orders: string | null
  readonly claimed_revenue: string | null
}

/** Spend in some days. */
export interface SpentDays {
  readonly places: readonly SpentPlace[]
  /** Over all channels, as the query engine adds it up; null if no source could have reported it. */
  readonly total: Spending
  readonly freshness: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

const metrics = [adFigures.spend, adFigures.clicks, adFigures.claimed.orders, adFigures.claimed.revenue] as const
/** A limit above what any account runs at once. */
const mostPlaces = 200_000

/**
 * Ad spend of some days over all channels, by entity of a level; by campaign for channels. Read through the metrics query
 * engine.
 */
export async function readSpent(
  ctx: ShopContext,
  { range, currency }: { readonly range: DayRange; readonly currency: string | undefined },
  level: CreditLevel,
): Promise<SpentDays> {
  const dimension = level === 'channel' ? 'campaign' : level
  const query: MetricQuery = {
    metrics,
    ...range,
    dimensions: ['channel', dimension],
    limit: mostPlaces,
    ...(currency === undefined ? {} : { currency }),
  }
  const status = await loadStatus(ctx, query)
  const { known, keep } = figuresPlace(ctx, query, status)
  const result = await (known ?? keep(askFigures(ctx, query, status)))
  const places = (result.rows ?? []).flatMap(({ dimensions, values }) => toPlace(dimension, dimensions, values))
  const hasPlatform = [...(status.scope.ads?.loaded.keys() ?? [])].some((platform) => platform !== entered)
  const isReported = hasPlatform || places.length > 0
  const { spend, clicks } = toSpending(result.totals)
  return {
    places,
    // The engine sums nothing to 0, even where no source could have reported spend (metrics.md §1.12).
    total: { spend: isReported ? spend : null, clicks: hasPlatform ? clicks : null },
    freshness: status.freshness,
    warnings: isReported ? result.warnings : [...result.warnings, unknownSpend],
  }
}

/** The platform id of entries of custom spend. */
export const entered = 'custom'

/** Shown where no source could have reported ad spend. */
export const unknownSpend =
  'No ad platform is connected and no ad spend is entered for these days: spend, ROAS and CPA are not known, which is not zero.'

type Values = Readonly<Record<string, MetricValue>>

function toPlace(level: PlaceLevel, dimensions: Readonly<Record<string, string>>, values: Values): SpentPlace[] {
  const place = parsePlace(level, dimensions[level] ?? '')
  if (!place) return []
  const ids = {
    platform: place.platform,
    account_id: place.accountId,
    campaign_id: place.campaignId,
    ad_set_id: place.adSetId,
    ad_id: place.adId,
    entered: dimensions.channel ?? '',
  }
  const { spend, clicks } = toSpending(values)
  if (place.platform === entered) {
    // Costs of agencies and tools are not ad spend; and entries of custom spend have no clicks and no reported conversions.
    return spend === null || Number(spend) !== 0
      ? [{ ...ids, spend, clicks: null, claimed_orders: null, claimed_revenue: null }]
      : []
  }
  const [orders, revenue] = [toText(values[adFigures.claimed.orders]), toText(values[adFigures.claimed.revenue])]
  return [{ ...ids, spend, clicks, claimed_orders: orders, claimed_revenue: revenue }]
}

function toSpending(values: Values): Spending {
  const clicks = values[adFigures.clicks]
  return { spend: toText(values[adFigures.spend]), clicks: typeof clicks === 'number' ? clicks : null }
}

function toText(value: MetricValue | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}
