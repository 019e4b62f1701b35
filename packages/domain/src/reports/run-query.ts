import { currencyDecimals, formatAmount, parseAmount } from '@tillsight/core'
import { type Day, dayOf } from '@tillsight/core/days'
import {
  compile,
  compileSeries,
  isAboutCustomers,
  isOfDelivery,
  type MetricQuery,
  MetricQueryInput,
  type MetricResult,
  type ResultRow,
  resultColumns,
  shape,
  withSeries,
} from '@tillsight/metrics'
import { adPlatforms, type UntoldCampaigns } from '@tillsight/platforms'
import { z } from 'zod'
import { createShopReads, defineVerb, nowhere, type RecallPlace, type ShopContext } from '../context/index.ts'
import { findMaturing } from './ads-scope.ts'
import { claimsOf } from './claim-rules.ts'
import { MetricAnswer } from './outputs.ts'
import { loadStatus, type Status } from './scope.ts'

interface Untold {
  readonly platform: (typeof adPlatforms)[number]
  readonly campaigns: UntoldCampaigns
}

/** Platforms that report only part of some campaigns' figures, and leave these out of their usual reports. */
const untoldOf: readonly Untold[] = adPlatforms.flatMap((platform) =>
  platform.untold ? [{ platform, campaigns: platform.untold }] : [],
)

const Some = z.object({ some: z.number() })
const Spent = z.object({ currency: z.string(), spent: z.string() })

/** A campaign with spend but without ads or impressions is one whose delivery is not reported. */
const everSql = `FROM ad_days
  WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND campaign_id != '' AND ad_set_id = '' AND ad_id = ''
    AND spend > 0 AND impressions = 0`
const untoldSql = `${everSql} AND day >= toDate({from:String}) AND day <= toDate({to:String})`

/** Runs a metric query. */
export const runQuery = defineVerb({
  name: 'metrics.query',
  needs: 'metrics:read',
  access: 'read',
  input: MetricQueryInput,
  output: MetricAnswer,
  isSound: true,
  async run(ctx, query): Promise<MetricAnswer> {
    const claims = claimsOf(query)
    const status = await loadStatus(ctx, query)
    const asked = { ...status, tellsUntold: true }
    const { known, keep } = figuresPlace(ctx, query, asked)
    const [result, maturing] = await Promise.all([
      known ?? keep(askFigures(ctx, query, asked)),
      findMaturing(ctx, query, dayOf(ctx.clock.now(), ctx.shop.zone)),
    ])
    // In the order of the schema.
    const { range, timezone, currency, totals, partial, partialMetrics, warnings, ...figures } = result
    return {
      range,
      timezone,
      currency,
      totals,
      ...(status.refundsPending
        ? { partial: true, partialMetrics: [...query.metrics] }
        : { partial, ...(partialMetrics ? { partialMetrics } : {}) }),
      ...figures,
      freshness: status.freshness,
      ...(claims ? { claims } : {}),
      ...(maturing ? { maturing } : {}),
      warnings: [...warnings, ...historyWarnings(query.metrics, status)],
    }
  },
})

interface FigureStatus extends Pick<Status, 'scope' | 'facts'> {
  /** Whether to warn about figures that a platform does not report. */
  readonly tellsUntold?: boolean
}

/**
 * Where the figures of a question are remembered: whoever asks the same about the same facts gets the same answer. While the
 * shop is written to, facts change that the version does not know yet, and every question is put anew: a figure never goes back
 * to what it was.
 */
export function figuresPlace(
  { facts, shop }: ShopContext,
  query: MetricQuery,
  { scope, facts: { version, isSettled }, tellsUntold = false }: FigureStatus,
): RecallPlace<MetricResult> {
  if (facts === undefined || !isSettled) return nowhere
  return facts.answers.at(JSON.stringify([shop.id, `${version}`, query, scope, tellsUntold], withMaps))
}

/** Puts a question to the warehouse, whether or not its answer is remembered. */
export async function askFigures(
  ctx: ShopContext,
  query: MetricQuery,
  { scope, facts: { version, isSettled }, tellsUntold = false }: FigureStatus,
): Promise<MetricResult> {
  const { warehouse } = ctx
  const [rows, untold] = await Promise.all([
    warehouse.read<ResultRow>(compile(query, scope), resultColumns),
    tellsUntold ? untoldWarnings(ctx, query, isSettled ? version : undefined) : [],
  ])
  const shaped = shape(query, scope, rows)
  const result = untold.length === 0 ? shaped : { ...shaped, warnings: [...shaped.warnings, ...untold] }
  const series = compileSeries(query, scope, result.rows ?? [])
  const found = series && (await warehouse.read<ResultRow>(series, resultColumns))
  return frozen(found ? withSeries(query, scope, { result, rows: found }) : result)
}

/** Freezes the large parts of a result, which everybody who is told it shares. */
function frozen(result: MetricResult): MetricResult {
  for (const part of [result.compare, result.series, result.rows]) Object.freeze(part)
  return result
}

/** Serialises maps, which JSON cannot. */
function withMaps(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

/** Warns that only the whole history shows which customers are new. */
function historyWarnings(metrics: readonly string[], { importingSince, refundsPending }: Status): string[] {
  const refunds = refundsPending
    ? ['Past refunds are still being imported: until they are in, returns are too low and sales too high.']
    : []
  if (importingSince === undefined || !metrics.some(isAboutCustomers)) return refunds
  const since = importingSince === 'unknown' ? 'has only begun' : `reaches back to ${importingSince} so far`
  return [...refunds, `The import of past orders ${since}: some customers shown as new may have bought before.`]
}

function isUntold(metric: string, { platform, campaigns }: Untold): boolean {
  if (!metric.startsWith(`${platform.id}.`)) return isOfDelivery(metric)
  return !campaigns.told.some((stat) => metric === `${platform.id}.${stat}`)
}

/**
 * Warns about figures that are incomplete because a platform reports only part of some campaigns: the rest is unknown, not
 * zero. No warning with filters, whose rows show it themselves.
 */
async function untoldWarnings(ctx: WarningContext, query: MetricQuery, version: bigint | undefined): Promise<string[]> {
  if ((query.filters ?? []).length > 0) return []
  const asked = untoldOf.filter((untold) => query.metrics.some((metric) => isUntold(metric, untold)))
  return (await Promise.all(asked.map((untold) => untoldWarning(ctx, untold, { query, version })))).flat()
}

type WarningContext = Pick<ShopContext, 'warehouse' | 'facts' | 'shop'>

interface Params {
  readonly query: MetricQuery
  readonly version: bigint | undefined
}

async function untoldWarning(
  { warehouse, facts, shop }: WarningContext,
  { platform: { id: platform, name }, campaigns }: Untold,
  { query, version }: Params,
): Promise<string[]> {
  const params = { platform, from: query.from, to: query.to }
  // Most shops have no such campaigns, which can be seen without merging restated days.
  const look = (sql: string, bound: Partial<typeof params>) =>
    warehouse.read({ sql: `SELECT 1 AS some ${sql} LIMIT 1 SETTINGS final = 0`, params: bound }, Some)
  if (facts !== undefined && version !== undefined) {
    const { known, keep } = facts.rows.at(`${shop.id} ${version} untold ${platform}`)
    if ((await (known ?? keep(look(everSql, { platform })))).length === 0) return []
  }
  const some = await look(untoldSql, params)
  if (some.length === 0) return []
  const spent = await warehouse.read(
    { sql: `SELECT currency, toString(sum(spend)) AS spent ${untoldSql} GROUP BY currency ORDER BY currency`, params },
    Spent,
  )
  if (spent.length === 0) return []
  const amounts = spent.map(
    ({ currency, spent: amount }) => `${formatAmount(parseAmount(amount), currencyDecimals(currency))} ${currency}`,
  )
  return [
    `${campaigns.kind} spent ${amounts.join(' and ')} of this on ${name}. ${campaigns.missing}: they are missing from these figures, not zero.`,
  ]
}

/** The version of the shop's facts, as sent in event streams; figures read later are at least as new. */
export async function readFactsVersion(
  ctx: Pick<ShopContext, 'queries' | 'shop' | 'actor' | 'reads'>,
): Promise<string> {
  const { reads = createShopReads(ctx) } = ctx
  return (await reads.factsState()).version.toString()
}

const First = z.object({ at: z.string() })

/** The oldest shop day with a ledger row; null while the ledger is empty. */
export async function readFirstDay(ctx: ShopContext): Promise<Day | null> {
  const { shop, facts, reads = createShopReads(ctx) } = ctx
  if (facts === undefined) return askFirstDay(ctx)
  const { version, isSettled } = await reads.factsState()
  if (!isSettled) return askFirstDay(ctx)
  const { known, keep } = facts.firstDays.at(`${shop.id} ${version} ${shop.zone}`)
  return known ?? keep(askFirstDay(ctx))
}

async function askFirstDay({ warehouse, shop }: ShopContext): Promise<Day | null> {
  const [first] = await warehouse.read(
    {
      sql: "SELECT formatDateTime(booked_at, '%Y-%m-%dT%H:%i:%SZ') AS at FROM ledger WHERE shop_id = {shop:UUID} ORDER BY booked_at LIMIT 1",
      params: {},
    },
    First,
    { lookup: true },
  )
  return first === undefined ? null : dayOf(new Date(first.at), shop.zone)
}
