import { addDays, countDays, type DayRange } from '@tillsight/core/days'
import { z } from 'zod'
import { ConnectorError, isCircle } from '../failures.ts'
import type { ReadRow } from './ad-rows.ts'
import { isKind } from './failures.ts'
import type { Graph } from './graph.ts'
import { type InsightsQuery, readNow } from './insights.ts'
import { begin, finish, type Started } from './runs.ts'

/** A response in any other form does not come from Meta. */
const Me = z.object({ id: z.union([z.string().min(1), z.number()]) })

/** Whether Meta responds at all: then the failure concerns this query, not Meta. Throws if the token is invalid. */
export async function isWell(graph: Graph): Promise<boolean> {
  try {
    await graph.ask({ path: 'me', params: { fields: 'id' }, what: 'the account', shape: Me, retries: 0 })
    return true
  } catch (error) {
    graph.ctx.signal.throwIfAborted()
    if (isKind(error, 'transient', 'throttled')) return false
    throw error
  }
}

/** Longer ranges are requested as asynchronous runs at the level of ads. */
const longestNow = 7
const campaignsAtOnce = 10

/**
 * The rows of a query. A query that is too big is split: fewer days, smaller pages, fewer campaigns, fewer fields. Throws the
 * failure of the smallest portion that still fails.
 */
export async function readInsights(graph: Graph, query: InsightsQuery, started?: Started): Promise<ReadRow[]> {
  try {
    if (started) return await finish(graph, query, started)
    return isForRun(query) ? await finish(graph, query, await begin(graph, query)) : await readNow(graph, query)
  } catch (error) {
    if (!(await isTooMuch(graph, error))) throw error
    return await readSmaller(graph, query, error)
  }
}

/** Whether a query should be an asynchronous run. */
export function isForRun({ level, range, campaignIds }: InsightsQuery): boolean {
  return level === 'ad' && campaignIds === undefined && countDays(range) > longestNow
}

/** Meta reports overload in many forms: a temporary failure that persists is one, if Meta otherwise works. */
async function isTooMuch(graph: Graph, error: unknown): Promise<boolean> {
  if (isKind(error, 'too_big')) return true
  if (!isKind(error, 'transient') || error.failure.platformCode === 'form' || isCircle(error)) return false
  return await isWell(graph)
}

async function readSmaller(graph: Graph, query: InsightsQuery, failure: unknown): Promise<ReadRow[]> {
  const portions = portionsOf(query)
  if (portions.length > 0) return await readPortions(graph, portions)
  if (query.level === 'ad' && query.campaignIds === undefined) return await readByCampaign(graph, query)
  const without = lessOf(query)
  if (without === undefined) throw smallest(query, failure)
  return await readInsights(graph, { ...query, ...quick, without })
}

/** Repeated failures are not retried at every step. */
const quick = { retries: 1 }

async function readPortions(graph: Graph, portions: readonly InsightsQuery[]): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for (const portion of portions) {
    for (const row of await readInsights(graph, { ...portion, ...quick })) rows.push(row)
  }
  return rows
}

/** The same query for fewer days or, once it is a single day, for fewer campaigns; empty if it cannot be split. */
function portionsOf(query: InsightsQuery): InsightsQuery[] {
  const days = countDays(query.range)
  if (days > 1) return split(query.range, days > longestNow ? longestNow : 1).map((range) => ({ ...query, range }))
  const { campaignIds = [] } = query
  return campaignIds.length > 1 ? campaignIds.map((id) => ({ ...query, campaignIds: [id] })) : []
}

/** The next fields to leave out. */
function lessOf({ by, without }: InsightsQuery): InsightsQuery['without'] {
  if (by !== 'day') return undefined
  if (without === undefined) return 'reach'
  return without === 'reach' ? 'reach_and_windows' : undefined
}

async function readByCampaign(graph: Graph, query: InsightsQuery): Promise<ReadRow[]> {
  const campaigns = await readInsights(graph, { ...query, ...quick, level: 'campaign' })
  const ids = [...new Set(campaigns.map(({ row }) => row.campaignId))]
  const portions: InsightsQuery[] = []
  for (let first = 0; first < ids.length; first += campaignsAtOnce) {
    portions.push({ ...query, campaignIds: ids.slice(first, first + campaignsAtOnce) })
  }
  return await readPortions(graph, portions)
}

/** Parts of a range, newest last. */
function split({ from, to }: DayRange, days: number): DayRange[] {
  const parts: DayRange[] = []
  for (let start = from; start <= to; start = addDays(start, days)) {
    const end = addDays(start, days - 1)
    parts.push({ from: start, to: end < to ? end : to })
  }
  return parts
}

function smallest({ account, level, range, campaignIds }: InsightsQuery, failure: unknown): unknown {
  if (!isKind(failure, 'too_big', 'transient')) return failure
  const [campaign] = campaignIds ?? []
  const where = campaign === undefined ? '' : ` in campaign ${campaign}`
  return new ConnectorError(
    {
      ...failure.failure,
      kind: 'transient',
      message: `Meta does not give the figures of ${account.name} on ${range.from} by ${level}${where}, however little is asked for. Data up to now is kept; it is tried again by itself.`,
    },
    { cause: failure },
  )
}
