import { type Day, dayOf } from '@tillsight/core/days'
import {
  compile,
  compileNames,
  compileSeries,
  hasCosts,
  type MetricQuery,
  MetricQueryInput,
  type MetricResult,
  type NameOfKey,
  placeLevels,
  type ResultRow,
  resultColumns,
  shape,
  withNames,
  withSeries,
} from '@tillsight/metrics'
import { z } from 'zod'
import { keyOfEntity, knownEntities } from '../ad-facts/index.ts'
import { createShopReads, defineVerb, nowhere, type RecallPlace, type ShopContext } from '../context/index.ts'
import { findMaturing } from './ads-scope.ts'
import { claimsOf } from './claim-rules.ts'
import { MetricAnswer } from './outputs.ts'
import { assertShown } from './profit-rights.ts'
import { standingWarnings, untoldWarnings } from './query-warnings.ts'
import { loadStatus, type Status } from './scope.ts'

/** Runs a metric query. */
export const runQuery = defineVerb({
  name: 'metrics.query',
  needs: 'metrics:read',
  access: 'read',
  input: MetricQueryInput,
  output: MetricAnswer,
  isSound: true,
  async run(ctx, query): Promise<MetricAnswer> {
    assertShown(ctx, query.metrics)
    const claims = claimsOf(query)
    const status = await loadStatus(ctx, query)
    const asked = { ...status, tellsUntold: true }
    const { known, keep } = figuresPlace(ctx, query, asked)
    const [result, maturing] = await Promise.all([
      known ?? keep(askFigures(ctx, query, asked)),
      findMaturing(ctx, query, dayOf(ctx.clock.now(), ctx.shop.zone)),
    ])
    const isRestating = status.isRestating && query.metrics.some(hasCosts)
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
      ...(isRestating ? { restating: true as const } : {}),
      ...(claims ? { claims } : {}),
      ...(maturing ? { maturing } : {}),
      warnings: [...warnings, ...standingWarnings(query.metrics, { ...status, isRestating })],
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
  const ads = isSettled ? await recallNames(ctx, query, version) : undefined
  const [unnamed, untold] = await Promise.all([
    warehouse.read<ResultRow>(compile(query, { ...scope, namesAds: ads !== undefined }), resultColumns),
    tellsUntold ? untoldWarnings(ctx, query, isSettled ? version : undefined) : [],
  ])
  const names = compileNames(query, scope, unnamed)
  const named = [...(ads ?? []), ...(names ? await warehouse.read<ResultRow>(names, resultColumns) : [])]
  const shaped = shape(query, scope, named.length > 0 ? withNames(unnamed, named) : unnamed)
  const result = untold.length === 0 ? shaped : { ...shaped, warnings: [...shaped.warnings, ...untold] }
  const series = compileSeries(query, scope, result.rows ?? [])
  const found = series && (await warehouse.read<ResultRow>(series, resultColumns))
  return frozen(found ? withSeries(query, scope, { result, rows: found }) : result)
}

/**
 * The names of a shop's campaigns, ad sets and ads by the place of their dimension, where a page has asked for all of them since
 * the facts are of this version.
 */
async function recallNames(
  ctx: ShopContext,
  { dimensions = [] }: MetricQuery,
  version: bigint,
): Promise<readonly NameOfKey[] | undefined> {
  const levels = placeLevels.filter((level) => dimensions.includes(level))
  if (levels.length === 0) return undefined
  const entities = (await knownEntities(ctx, version)?.catch(() => [])) ?? []
  if (entities.length === 0) return undefined
  return entities.flatMap((entity) =>
    levels.includes(entity.level)
      ? [{ position: dimensions.indexOf(entity.level), keys: [keyOfEntity(entity)], names: [entity.name] }]
      : [],
  )
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
