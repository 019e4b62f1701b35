import { createHash } from 'node:crypto'
import { type Day, parseDay } from '@tillsight/core/days'
import type { FakeAdAccount } from '../ads/world.ts'
import type { Customer } from './accounts.ts'
import type { Dates } from './check-query.ts'
import {
  adGroupRow,
  adRow,
  assetGroupAssetRows,
  assetGroupRows,
  assetRows,
  campaignRow,
  clientRows,
  conversionActionRows,
  customerRow,
} from './entities.ts'
import { refuse } from './errors.ts'
import type { Cell, Figures } from './figures.ts'
import type { Condition, Query } from './gaql.ts'
import { reportRows } from './metric-rows.ts'
import type { FakeClick, World } from './options.ts'
import { fieldsOf, type Row, textOf, type Value } from './row.ts'

const madeUpPerAd = 2

/** All rows of a query, sorted and limited. */
export function answerRows(question: Question): Row[] {
  const { query } = question
  const rows = rowsOf(question).filter((row) => query.where.every((condition) => holds(condition, row)))
  const sorted = query.orderBy.length === 0 ? rows : rows.toSorted(comparing(query))
  return query.limit === undefined ? sorted : sorted.slice(0, query.limit)
}

function rowsOf(question: Question): Row[] {
  const { world, customer, query } = question
  const hasMetrics = query.select.some((field) => field.startsWith('metrics.'))
  if ('manager' in customer && hasMetrics) {
    refuse(
      'queryError',
      'REQUESTED_METRICS_FOR_MANAGER',
      'Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account.',
    )
  }
  if (query.resource === 'customer' && !hasMetrics) return [customerRow(world, customer)]
  if (query.resource === 'customer_client') return clientRows(world, customer)
  return 'account' in customer ? rowsOfAccount(question, customer.account, hasMetrics) : []
}

function rowsOfAccount(question: Question, account: FakeAdAccount, hasMetrics: boolean): Row[] {
  const { world, query, dates } = question
  if (query.resource === 'click_view') return clickRows(question, parseDay(dates?.from ?? ''))
  const places = placesOf(world, account, query.resource)
  if (!hasMetrics || dates === undefined) return places.map(({ row }) => row)
  return reportRows(question.figures, {
    account,
    query,
    dates,
    places: new Map(places.map((place) => [place.key, { ...place, row: only(place.row, query) }])),
    keyOf: keyOf[query.resource] ?? (() => 'customer'),
  })
}

/** The fields of a row that a query needs: reports have many rows. */
function only(row: Row, { select, where, orderBy }: Query): Row {
  const wanted = [...fieldsOf(select), ...where.map(({ field }) => field), ...orderBy.map(({ field }) => field)]
  return Object.fromEntries(wanted.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])))
}

const keyOf: Readonly<Record<string, (cell: Cell) => string>> = {
  customer: () => 'customer',
  campaign: (cell) => cell.campaignId,
  ad_group: (cell) => `${cell.campaignId} ${cell.adSetId}`,
  ad_group_ad: (cell) => `${cell.campaignId} ${cell.adSetId} ${cell.adId}`,
  asset_group: (cell) => `${cell.campaignId} ${cell.assetGroupId}`,
}

interface Placed {
  readonly key: string
  readonly row: Row
  readonly isPartly: boolean
}

function placesOf(world: World, account: FakeAdAccount, resource: string): Placed[] {
  const whole = (key: string, row: Row): Placed => ({ key, row, isPartly: false })
  const { campaigns } = account
  switch (resource) {
    case 'customer':
      return [whole('customer', customerRow(world, { id: account.id, account }))]
    case 'campaign':
      return campaigns.map((campaign) => whole(campaign.id, campaignRow(account, campaign)))
    case 'ad_group':
      return campaigns.flatMap((campaign) =>
        campaign.adSets.map((set) => whole(`${campaign.id} ${set.id}`, adGroupRow(account, campaign, set))),
      )
    case 'ad_group_ad':
      return campaigns.flatMap((campaign) =>
        campaign.adSets.flatMap((set) => {
          const row = adGroupRow(account, campaign, set)
          return set.ads.map((ad) => ({
            key: `${campaign.id} ${set.id} ${ad.id}`,
            row: adRow(world, row, { ad, campaign }),
            isPartly: campaign.kind === 'video',
          }))
        }),
      )
    case 'asset_group':
      return campaigns.flatMap((campaign) =>
        assetGroupRows(account, campaign).map((row) => whole(`${campaign.id} ${textOf(row['asset_group.id'])}`, row)),
      )
    case 'asset_group_asset':
      return campaigns.flatMap((campaign) => assetGroupAssetRows(world, account, campaign).map((row) => whole('', row)))
    case 'asset':
      return assetRows(world, account).map((row) => whole('', row))
    default:
      return conversionActionRows(world, account).map((row) => whole('', row))
  }
}

function holds({ field, operator, values }: Condition, row: Row): boolean {
  // Days are filtered where rows are made.
  if (field === 'segments.date') return true
  const value = textOf(row[field])
  const [wanted = ''] = values
  switch (operator) {
    case '=':
      return value.toUpperCase() === wanted.toUpperCase()
    case '!=':
      return value.toUpperCase() !== wanted.toUpperCase()
    case 'IN':
      return values.includes(value)
    case 'NOT IN':
      return !values.includes(value)
    case '>=':
      return compare(row[field], wanted) >= 0
    case '<=':
      return compare(row[field], wanted) <= 0
    case '>':
      return compare(row[field], wanted) > 0
    case '<':
      return compare(row[field], wanted) < 0
    default:
      return false
  }
}

function compare(value: Value, wanted: string): number {
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value) - Number(wanted)
  const text = textOf(value)
  return text < wanted ? -1 : text > wanted ? 1 : 0
}

function comparing({ orderBy }: Query): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const { field, isDescending } of orderBy) {
      const difference = compare(one[field], textOf(other[field]))
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  }
}

/** Click ids of one day. Clicks of a campaign without ads come without an ad. */
function clickRows({ world, figures, customer }: Question, day: Day): Row[] {
  if (!('account' in customer)) return []
  const { account } = customer
  const cells = figures.cells(account, day)
  const clicks = world.clicks
    ? world.clicks(account.id, day)
    : cells.flatMap((cell) =>
        Array.from({ length: Math.min(madeUpPerAd, cell.clicks) }, (_, at) => ({ ...cell, gclid: madeUp(cell, at) })),
      )
  return clicks.flatMap((click) => {
    const campaign = account.campaigns.find(({ id }) => id === click.campaignId)
    const set = campaign?.adSets.find(({ id }) => id === click.adSetId)
    if (!campaign) return []
    const row = set ? adGroupRow(account, campaign, set) : campaignRow(account, campaign)
    return [{ ...row, ...clickFields(click, account.id), 'segments.date': day }]
  })
}

function clickFields({ gclid, adSetId, adId, keyword }: FakeClick, accountId: string): Row {
  return {
    'click_view.resource_name': `customers/${accountId}/clickViews/${gclid}`,
    'click_view.gclid': gclid,
    'click_view.ad_group_ad': adSetId === '' ? undefined : `customers/${accountId}/adGroupAds/${adSetId}~${adId}`,
    'click_view.keyword': keyword === undefined ? undefined : `customers/${accountId}/adGroupCriteria/${adSetId}~1`,
    'click_view.keyword_info.text': keyword,
    'click_view.keyword_info.match_type': keyword === undefined ? undefined : 'PHRASE',
    'segments.ad_network_type': 'SEARCH',
    'segments.click_type': 'URL_CLICKS',
    'metrics.clicks': 1n,
  }
}

function madeUp(cell: { campaignId: string; adId: string; assetGroupId: string; day: Day }, at: number): string {
  const text = `${cell.campaignId} ${cell.adId} ${cell.assetGroupId} ${cell.day} ${at}`
  return `Cj0KCQ${createHash('sha256').update(text).digest('base64url')}`
}

/** A query to one account, after checking access. */
interface Question {
  readonly world: World
  readonly figures: Figures
  readonly customer: Customer
  readonly query: Query
  readonly dates: Dates | undefined
}
