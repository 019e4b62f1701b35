import type { DayRange } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import { isConnectorError } from '../failures.ts'
import { type ReadRow, rowShapes, windows } from './ad-rows.ts'
import { allStatuses } from './entity-records.ts'
import { fieldOf, hasCode } from './failures.ts'
import type { Graph } from './graph.ts'
import { readAll } from './paging.ts'

/** A query for insights. */
export interface InsightsQuery {
  readonly account: AdAccount
  readonly level: 'account' | 'campaign' | 'ad'
  readonly range: DayRange
  /** One row a day, one for each hour of a day, or one for the whole range. */
  readonly by: 'day' | 'hour' | 'range'
  /** Only of these campaigns. */
  readonly campaignIds?: readonly string[]
  /** Fields to leave out, once all smaller portions have failed. */
  readonly without?: 'reach' | 'reach_and_windows'
  /** The maximum number of retries after a temporary failure. */
  readonly retries?: number
}

const hourly = 'hourly_stats_aggregated_by_advertiser_time_zone'
/** Fields without which a row is useless. */
const needed = new Set([
  'spend',
  'impressions',
  'clicks',
  'actions',
  'action_values',
  'campaign_id',
  'adset_id',
  'ad_id',
])
const largestPage = 500

/** The subject of queries, as display text. */
export const figures = 'daily figures'

/** Reads all rows of a query synchronously. Fields that the version does not have are left out and remembered. */
export async function readNow(graph: Graph, query: InsightsQuery): Promise<ReadRow[]> {
  const { account, level, retries } = query
  return await withoutUnknownFields(graph, query, async (params) =>
    readAll(graph, {
      path: `act_${account.id}/insights`,
      params,
      what: figures,
      row: rowShapes[level],
      account,
      size: largestPage,
      kind: `insights ${level}`,
      ...(retries === undefined ? {} : { retries }),
    }),
  )
}

const Started = z.object({ report_run_id: z.coerce.string().min(1) })

/** Starts a run for a query; returns its id. */
export async function startRun(graph: Graph, query: InsightsQuery): Promise<string> {
  const { account } = query
  return await withoutUnknownFields(graph, query, async (params) => {
    const started = await graph.ask({
      method: 'POST',
      path: `act_${account.id}/insights`,
      params,
      what: figures,
      shape: Started,
      account,
    })
    return started.report_run_id
  })
}

/** Reads the rows of a completed run. */
export async function readRunRows(graph: Graph, run: string, { account }: InsightsQuery): Promise<ReadRow[]> {
  return await readAll(graph, {
    path: `${run}/insights`,
    params: {},
    what: figures,
    row: rowShapes.ad,
    account,
    size: largestPage,
    kind: 'insights ad',
  })
}

type Params = Readonly<Record<string, string>>

async function withoutUnknownFields<T>(
  graph: Graph,
  query: InsightsQuery,
  ask: (params: Params) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await ask(toParams(query, graph.learnt.dropped))
    } catch (error) {
      const field = isConnectorError(error) && hasCode(error, 100) ? fieldOf(error.failure.message) : undefined
      if (field === undefined || needed.has(field) || graph.learnt.dropped.has(field)) throw error
      graph.learnt.dropped.add(field)
    }
  }
}

/** The parameters of a query; every default that could change is set explicitly. */
export function toParams(query: InsightsQuery, dropped: ReadonlySet<string>): Params {
  const { level, range, by, without } = query
  const filtering = filtersOf(query)
  return {
    level,
    fields: fieldsOf(query)
      .filter((field) => !dropped.has(field))
      .join(','),
    time_range: JSON.stringify({ since: range.from, until: range.to }),
    time_increment: by === 'range' ? 'all_days' : '1',
    use_unified_attribution_setting: 'true',
    // A purchase counts on the day of the ad, as everywhere else.
    action_report_time: 'impression',
    ...(without === 'reach_and_windows' ? {} : { action_attribution_windows: JSON.stringify([...windows, 'default']) }),
    ...(by === 'hour' ? { breakdowns: hourly } : {}),
    ...(filtering.length === 0 ? {} : { filtering: JSON.stringify(filtering) }),
  }
}

function fieldsOf({ level, by, without }: InsightsQuery): string[] {
  const ids = { account: [], campaign: ['campaign_id'], ad: ['campaign_id', 'adset_id', 'ad_id'] }[level]
  if (by === 'range') return [...ids, 'reach']
  const common = ['account_currency', ...ids, 'spend', 'impressions', 'clicks', 'actions', 'action_values']
  if (by === 'hour') return common
  const people = without === undefined ? ['reach'] : []
  return [...common, 'inline_link_clicks', ...people, 'video_play_actions', 'attribution_setting']
}

/** The account level is the control total and is queried without filters. */
function filtersOf({ level, campaignIds }: InsightsQuery) {
  const ofStatus =
    level === 'account' ? [] : [{ field: `${level}.effective_status`, operator: 'IN', value: allStatuses[level] }]
  const ofCampaigns = campaignIds ? [{ field: 'campaign.id', operator: 'IN', value: campaignIds }] : []
  return [...ofStatus, ...ofCampaigns]
}
