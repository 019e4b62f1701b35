import { claimsSql, eligibleSql } from '@tillsight/attribution'
import { addDecimals } from '@tillsight/core'
import { adFigures, moneyText, ratioText } from '@tillsight/metrics'
import { z } from 'zod'
import { run, type ShopContext } from '../../context/index.ts'
import { journeySource } from '../../journeys/index.ts'
import { runQuery } from '../../reports/index.ts'
import { adConnectors } from '../../tracking/index.ts'
import { withEffects } from '../query/credit-of-model.ts'
import { type CreditedPlace, CreditedPlaceRow, creditedQuery } from '../query/credited.ts'
import { addCredit, type Credited, noCredit, ordersText } from '../query/figures.ts'
import { readKnown } from '../query/read-known.ts'
import { type ReportContext, sourceAskOf, toBucket } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

type Platform = ReportOf<'claims'>['platforms'][number]

/** Why reported conversions and credit differ in every shop (attribution.md §17). */
const reasons: ReportOf<'claims'>['reasons'] = [
  {
    key: 'date',
    sentence: 'Platforms date an order to the day of the click or view, here it stands on the day it was placed.',
  },
  {
    key: 'window',
    sentence: 'Every platform has a window of its own, set in its account; ours is the same for all channels.',
  },
  { key: 'views', sentence: 'Platforms count orders of people who only saw an ad; here a click has to be known.' },
  {
    key: 'modelling',
    sentence: 'Platforms add orders that they estimate, and people on other devices that they know.',
  },
]

const Own = z.object({
  claimant: z.string(),
  orders: z.coerce.number(),
  revenue: z.coerce.bigint(),
})
const Several = z.object({
  orders: z.coerce.number(),
  revenue: z.coerce.bigint(),
  all: z.coerce.number(),
  whole: z.coerce.bigint(),
})

/**
 * Platform-reported conversions next to their credit: platforms do not see each other, so their reports together exceed the
 * actual orders.
 */
export async function reportClaims(report: ReportContext): Promise<ReportOf<'claims'>> {
  const { ctx, question } = report
  const { question: fitted } = await withEffects(ctx, question)
  const [reported, own, several, credited] = await Promise.all([
    readReported(ctx, report),
    readOwn(report),
    readSeveral(report),
    readKnown(ctx, creditedQuery(ctx, fitted, 'campaign'), CreditedPlaceRow),
  ])
  const names = new Set([...reported.keys(), ...own.map(({ claimant }) => connectorOf(claimant))])
  const platforms = [...names].map((platform) =>
    toPlatform(platform, {
      told: reported.get(platform),
      own: own.find(({ claimant }) => connectorOf(claimant) === platform),
      credited: creditedTo(credited, platform),
    }),
  )
  const claims = platforms.flatMap(({ claimed_orders: orders }) => (orders === null ? [] : [orders]))
  const claimed = claims.length === 0 ? null : addDecimals(claims)
  const orders = several?.all ?? 0
  return {
    report: 'claims',
    orders,
    revenue: moneyText(several?.whole ?? 0n),
    platforms: platforms.sort((one, other) => Number(other.claimed_revenue ?? 0) - Number(one.claimed_revenue ?? 0)),
    claimed_orders: claimed,
    over_claim: claimed === null ? null : ratioText(addDecimals([claimed, String(-orders)]), String(orders)),
    claimed_by_several: toBucket(several ?? { orders: 0, revenue: 0n }),
    reasons,
  }
}

interface Reported {
  readonly spend: string | null
  readonly orders: string | null
  readonly revenue: string | null
}

async function readReported(ctx: ShopContext, { question }: ReportContext): Promise<Map<string, Reported>> {
  const { range, asked } = question
  const result = await run(runQuery, ctx, {
    metrics: [adFigures.billed, adFigures.claimed.orders, adFigures.claimed.revenue],
    ...range,
    dimensions: ['channel'],
    limit: 1000,
    ...(asked.currency === undefined ? {} : { currency: asked.currency }),
  })
  const known = new Set(Object.values(adConnectors))
  const text = (value: string | number | null | undefined) =>
    value === undefined || value === null ? null : String(value)
  const rows = (result.rows ?? []).filter(({ dimensions }) => known.has(dimensions.channel ?? ''))
  return new Map(
    rows.map(({ dimensions, values }) => [
      dimensions.channel ?? '',
      {
        spend: text(values[adFigures.billed]),
        orders: text(values[adFigures.claimed.orders]),
        revenue: text(values[adFigures.claimed.revenue]),
      },
    ]),
  )
}

function readOwn(report: ReportContext): Promise<z.infer<typeof Own>[]> {
  const source = journeySource(sourceAskOf(report))
  const claims = claimsSql({ source: source.sql, rules: report.question.config, keep: [] })
  const sql = `SELECT toString(claimant) AS claimant, count() AS orders, sum(claimed) AS revenue FROM ${claims} GROUP BY claimant ORDER BY claimant`
  return report.ctx.warehouse.read({ sql, params: source.params }, Own)
}

/** Orders with paid clicks of more than one platform, and all orders. */
async function readSeveral(report: ReportContext): Promise<z.infer<typeof Several> | undefined> {
  const source = journeySource(sourceAskOf(report))
  const can = eligibleSql(report.question.config, 'clicks')
  const claimants = `length(arrayDistinct(arrayFilter((x, k, t, p) -> x != '' AND p = 1 AND ${can}, platforms, kinds, touch_ms, paid)))`
  const sql = `SELECT countIf(claimants > 1) AS orders, sumIf(value, claimants > 1) AS revenue, count() AS all, sum(value) AS whole
    FROM (SELECT value, ${claimants} AS claimants FROM ${source.sql})`
  const [row] = await report.ctx.warehouse.read({ sql, params: source.params }, Several)
  return row
}

function connectorOf(claimant: string): string {
  return adConnectors[claimant] ?? claimant
}

/** The credit of a platform's paid touches, over all channels. */
function creditedTo(places: readonly CreditedPlace[], platform: string): Credited {
  return places
    .filter((place) => place.tracked && place.platform === platform)
    .reduce<Credited>((sum, place) => addCredit(sum, place), noCredit)
}

interface Sides {
  readonly told?: Reported | undefined
  readonly own: z.infer<typeof Own> | undefined
  readonly credited: Credited
}

const untold: Reported = { spend: null, orders: null, revenue: null }

function toPlatform(platform: string, { told = untold, own, credited }: Sides): Platform {
  const [seen, seenValue] = own ? [own.orders, own.revenue] : [0, 0n]
  return {
    platform,
    spend: told.spend,
    claimed_orders: told.orders,
    claimed_revenue: told.revenue,
    own_claim_orders: seen,
    own_claim_revenue: moneyText(seenValue),
    credited_orders: ordersText(credited.orders),
    credited_revenue: moneyText(credited.gross),
    claim_ratio: ratioText(told.revenue, moneyText(credited.gross)),
    explained: atMostOne(ratioText(String(seen), told.orders)),
    claimed_by_click: null,
    claimed_by_view: null,
  }
}

function atMostOne(part: string | null): string | null {
  return part !== null && Number(part) > 1 ? '1' : part
}
