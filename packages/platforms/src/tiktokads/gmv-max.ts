import type { DayRange } from '@tillsight/core/days'
import type { AdAccount } from '../ad-records.ts'
import type { DecimalText } from '../records.ts'
import type { Api } from './api.ts'
import { handlingOfError } from './failures.ts'
import { readWholePages, smallerRanges } from './report.ts'
import { figureOf, isRow, rowsOf, textOf } from './values.ts'

/** One campaign on one day that regular reports leave out. */
export interface GmvMaxRow {
  readonly campaignId: string
  readonly day: string
  readonly cost: DecimalText | undefined
  readonly orders: DecimalText | undefined
  readonly revenue: DecimalText | undefined
}

/** Which TikTok Shops an account advertises; `isRefused`: the permission for that was not given. */
export interface Stores {
  readonly ids: readonly string[]
  readonly isRefused: boolean
}

const pageSize = 1_000

/** The TikTok Shops whose GMV Max campaigns the account pays for. */
export async function listStores(api: Api, account: Pick<AdAccount, 'id' | 'name'>): Promise<Stores> {
  try {
    const { store_list: list } = await api.ask({
      what: 'TikTok Shops',
      path: 'gmv_max/store/list/',
      query: { advertiser_id: account.id },
      advertiser: account,
    })
    const ids = rowsOf(list)
      .filter((row) => row.is_gmv_max_available !== false)
      .map((row) => textOf(row.store_id))
    return { ids: ids.filter((id) => id !== ''), isRefused: false }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { ids: [], isRefused: true }
  }
}

/** Whether GMV Max is simply unavailable for an account, rather than failing. */
function isUnavailable(error: unknown): boolean {
  const handling = handlingOfError(error)
  return handling === 'endpoint' || handling === 'account'
}

interface GmvMaxQuery {
  readonly account: Pick<AdAccount, 'id' | 'name'>
  readonly stores: readonly string[]
  readonly range: DayRange
}

/** At most 30 days; one query per shop. */
export async function readGmvMax(api: Api, { account, stores, range }: GmvMaxQuery): Promise<readonly GmvMaxRow[]> {
  const rows: GmvMaxRow[] = []
  for (const store of stores) rows.push(...(await readStore(api, { account, store, range })))
  return rows
}

interface StoreQuery extends Pick<GmvMaxQuery, 'account' | 'range'> {
  readonly store: string
}

/** A range that fails, or whose pages keep changing, is queried in smaller ranges. */
async function readStore(api: Api, question: StoreQuery): Promise<readonly GmvMaxRow[]> {
  const { account, store, range } = question
  try {
    return await readWholePages(api, {
      what: 'GMV Max',
      path: 'gmv_max/report/get/',
      query: {
        advertiser_id: account.id,
        store_ids: [store],
        dimensions: ['campaign_id', 'stat_time_day'],
        metrics: ['cost', 'orders', 'gross_revenue'],
        start_date: range.from,
        end_date: range.to,
      },
      account,
      size: pageSize,
      read: toRow,
      keyOf: ({ campaignId, day }) => `${campaignId} ${day}`,
    })
  } catch (error) {
    const parts = smallerRanges(range)
    if (handlingOfError(error) !== 'smaller' || parts.length < 2) throw error
    const rows: GmvMaxRow[] = []
    for (const part of parts) rows.push(...(await readStore(api, { ...question, range: part })))
    return rows
  }
}

/** The GMV Max campaigns, which the regular list leaves out. */
export async function listGmvMaxCampaigns(
  api: Api,
  account: Pick<AdAccount, 'id' | 'name'>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    return await readWholePages(api, {
      what: 'GMV Max campaigns',
      path: 'gmv_max/campaign/get/',
      query: {
        advertiser_id: account.id,
        filtering: { gmv_max_promotion_types: ['PRODUCT_GMV_MAX', 'LIVE_GMV_MAX'] },
      },
      account,
      size: pageSize,
      read: (row) => row,
      keyOf: ({ campaign_id: id }) => textOf(id),
    })
  } catch (error) {
    if (isUnavailable(error)) return []
    throw error
  }
}

function toRow(row: Readonly<Record<string, unknown>>): GmvMaxRow {
  const dimensions = isRow(row.dimensions) ? row.dimensions : {}
  const metrics = isRow(row.metrics) ? row.metrics : {}
  return {
    campaignId: textOf(dimensions.campaign_id),
    day: textOf(dimensions.stat_time_day).slice(0, 10),
    cost: figureOf(metrics.cost),
    orders: figureOf(metrics.orders),
    revenue: figureOf(metrics.gross_revenue),
  }
}
