import { addDays, countDays, type Day, listDays } from '@tillsight/core/days'
import type { AdWorld, FakeAdAccount } from '../ads/world.ts'
import { drawOf, effectiveStatuses, type Fact, type Facts, printAmount, shareOfHours } from './facts.ts'
import type { Filter, Level, Query } from './insights-query.ts'
import type { Settings } from './options.ts'
import { isClaimed, purchaseEntries, type Reported } from './purchase-actions.ts'

/** A row as sent: only the requested fields, without zeros. */
export type InsightsRow = Readonly<Record<string, unknown>>

/** The input of rows. */
export interface RowParts {
  readonly ads: AdWorld
  readonly settings: Settings
  readonly facts: Facts
  readonly account: FakeAdAccount
  /** Whether ads are missing in the rows. */
  readonly hidesAds: boolean
  /** The account's, or the one from a fault. */
  readonly currency: string
}

interface Cell {
  readonly start: Day
  readonly stop: Day
  readonly key: string
  readonly hour: number | null
  readonly facts: Fact[]
}

/** A row that is made when its page is sent; nothing when it turns out to be empty. */
export type LaterRow = () => InsightsRow[]

/** The rows of a question, oldest day first. */
export function makeRows(query: Query, parts: RowParts): LaterRow[] {
  const names = { ...parts.ads.things(parts.account.id), statuses: effectiveStatuses(parts.account) }
  return cellsOf(query, parts, names).map((cell) => () => {
    const row = toRow(cell, query, { ...parts, names })
    return row === undefined ? [] : [row]
  })
}

/** The number of rows of a query, without computing them. */
export function countRows(query: Query, { account, ads }: RowParts): number {
  const { campaigns, adSets, ads: all } = ads.things(account.id)
  const things = { account: 1, campaign: campaigns.size, adset: adSets.size, ad: all.size }
  const periods = query.increment === null ? 1 : Math.ceil(countDays(query.range) / query.increment)
  return things[query.level] * periods
}

interface Names extends ReturnType<AdWorld['things']> {
  readonly statuses: ReadonlyMap<string, string>
}

function cellsOf(query: Query, parts: RowParts, names: Names): Cell[] {
  const cells = new Map<string, Cell>()
  const step = query.increment ?? countDays(query.range)
  for (const [index, day] of listDays(query.range).entries()) {
    const start = addDays(query.range.from, index - (index % step))
    const end = addDays(start, step - 1)
    const stop = end < query.range.to ? end : query.range.to
    const facts =
      query.reportTime === 'impression'
        ? parts.facts.of(parts.account, day)
        : parts.facts.byConversion(parts.account, day)
    for (const fact of facts) {
      const key = keyOf(fact, query.level)
      if (key === '' || !isWanted(fact, { query, names, hidesAds: parts.hidesAds })) continue
      for (const [hour, part] of query.hourly ? hoursOf(fact) : [[null, fact] as const]) {
        const id = `${start} ${key} ${hour}`
        const cell = cells.get(id) ?? { start, stop, key, hour, facts: [] }
        cell.facts.push(part)
        cells.set(id, cell)
      }
    }
  }
  return [...cells.values()]
}

/** A day's fact by hour in the account's zone; hours add up to the day. */
function hoursOf(fact: Fact): (readonly [number, Fact])[] {
  const passed = fact.hours.slice(0, fact.hoursPassed)
  const at = (total: number, hour: number) => {
    const before = hour === 0 ? 0 : shareOfHours(total, passed, hour)
    return (hour === passed.length - 1 ? total : shareOfHours(total, passed, hour + 1)) - before
  }
  return passed.map((_, hour) => [
    hour,
    {
      ...fact,
      spend: at(fact.spend, hour),
      impressions: at(fact.impressions, hour),
      clicks: at(fact.clicks, hour),
      linkClicks: at(fact.linkClicks, hour),
      views: at(fact.views, hour),
      purchases: fact.purchases.filter(
        ({ happenedAt }) => drawOf(`${fact.adId}${happenedAt.getTime()}`, passed.length) === hour,
      ),
    },
  ])
}

function keyOf(fact: Fact, level: Level): string {
  if (level === 'account') return 'account'
  if (level === 'campaign') return fact.campaignId
  return level === 'adset' ? fact.adSetId : fact.adId
}

interface Wanted {
  readonly query: Query
  readonly names: Names
  readonly hidesAds: boolean
}

function isWanted(fact: Fact, { query, names, hidesAds }: Wanted): boolean {
  if (query.place && keyOf(fact, query.place.level) !== query.place.id) return false
  if (hidesAds && query.level === 'ad' && drawOf(fact.adId, 3) === 0) return false
  const asksStatus = query.filters.some(({ field }) => field.endsWith('effective_status'))
  if (!asksStatus && query.level !== 'account' && isGone(fact, query.level, names)) return false
  return query.filters.every((filter) => passes(fact, filter, names))
}

/** Whether the row is left out: below the account, deleted entities are only returned to queries for their status. */
function isGone(fact: Fact, level: Level, { statuses }: Names): boolean {
  const ids = { account: [], campaign: [fact.campaignId], adset: [fact.adSetId], ad: [fact.adId] }[level]
  return ids.some((id) => statuses.get(id) === 'DELETED' || statuses.get(id) === 'ARCHIVED')
}

function passes(fact: Fact, { field, operator, value }: Filter, { statuses }: Names): boolean {
  const [level = '', property = ''] = field.split('.')
  const id = level === 'campaign' ? fact.campaignId : level === 'adset' ? fact.adSetId : fact.adId
  if (property === 'effective_status') return isIn(statuses.get(id) ?? 'DELETED', operator, value)
  if (property === 'id') return isIn(id, operator, value)
  const measured = field === 'spend' ? fact.spend : fact.impressions
  return operator === 'GREATER_THAN' ? measured > Number(value) : true
}

function isIn(text: string, operator: string, value: unknown): boolean {
  const found = Array.isArray(value) ? value.map(String).includes(text) : String(value) === text
  return operator.startsWith('NOT') ? !found : found
}

function toRow(cell: Cell, query: Query, parts: RowParts & { readonly names: Names }): InsightsRow | undefined {
  const { facts } = cell
  const { account, currency, settings, names } = parts
  const sum = (read: (fact: Fact) => number) => facts.reduce((total, fact) => total + read(fact), 0)
  const setting = settings.attributionOf(account.id)
  const reported = facts.flatMap((fact) => tellPurchases(fact, parts))
  const { actions, values } = purchaseEntries(reported, { setting, windows: query.windows })
  const measures = {
    spend: sum(({ spend }) => spend),
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    links: sum(({ linkClicks }) => linkClicks),
    views: sum(({ views }) => views),
  }
  const isEmpty = Object.values(measures).every((one) => one === 0) && actions.length === 0
  if (isEmpty) return undefined
  const reach = reachOf(facts)
  const [first] = facts
  const fields: Record<string, unknown> = {
    account_id: account.id,
    account_name: account.name,
    account_currency: currency,
    ...(first === undefined ? {} : identityOf(first, query.level, names)),
    attribution_setting: setting,
    buying_type: 'AUCTION',
    spend: printAmount(measures.spend, account.currency),
    impressions: String(measures.impressions),
    ...some('clicks', measures.clicks),
    ...some('inline_link_clicks', measures.links),
    ...some('reach', reach),
    ...(reach === 0 ? {} : { frequency: (measures.impressions / reach).toFixed(6) }),
    actions: [...otherActions(measures, reported, setting), ...actions],
    ...(values.length === 0 ? {} : { action_values: values }),
    ...(measures.views === 0
      ? {}
      : { video_play_actions: [{ action_type: 'video_view', value: String(measures.views) }] }),
  }
  const asked = query.fields.filter((field) => Object.hasOwn(fields, field)).map((field) => [field, fields[field]])
  return {
    ...Object.fromEntries(asked),
    date_start: cell.start,
    date_stop: cell.stop,
    ...(cell.hour === null ? {} : { hourly_stats_aggregated_by_advertiser_time_zone: printHour(cell.hour) }),
  }
}

function tellPurchases(fact: Fact, { settings, names }: RowParts & { readonly names: Names }): Reported[] {
  const types = settings.purchaseTypesOf(fact.campaignId)
  const isVideo = names.ads.get(fact.adId)?.isVideo === true
  return fact.purchases.map((purchase) => ({
    ...purchase,
    types,
    isVideo,
    isOnMeta: drawOf(`${fact.adId} ${purchase.happenedAt.getTime()} ${purchase.value}`, 10) === 0,
  }))
}

/** Reach is not a sum: people who saw two ads, or one on two days, count once. */
function reachOf(facts: readonly { readonly reach: number }[]): number {
  const all = facts.reduce((total, { reach }) => total + reach, 0)
  const most = facts.reduce((largest, { reach }) => Math.max(largest, reach), 0)
  return most + Math.floor((all - most) / 2)
}

function identityOf(fact: Fact, level: Level, names: Names): Record<string, string> {
  const campaign = {
    campaign_id: fact.campaignId,
    campaign_name: names.campaigns.get(fact.campaignId)?.name ?? 'Campaign',
    objective: 'OUTCOME_SALES',
  }
  const set = {
    adset_id: fact.adSetId,
    adset_name: names.adSets.get(fact.adSetId)?.name ?? 'Ad set',
    optimization_goal: 'OFFSITE_CONVERSIONS',
  }
  if (level === 'account') return {}
  if (level === 'campaign') return campaign
  if (level === 'adset') return { ...campaign, ...set }
  return { ...campaign, ...set, ad_id: fact.adId, ad_name: names.ads.get(fact.adId)?.name ?? 'Ad' }
}

interface Measures {
  readonly links: number
  readonly clicks: number
}

function otherActions(measures: Measures, reported: readonly Reported[], setting: Parameters<typeof isClaimed>[1]) {
  const purchases = reported.filter((one) => isClaimed(one, setting)).length
  const entries = [
    ['link_click', measures.links],
    ['landing_page_view', Math.floor(measures.links * 0.8)],
    ['post_engagement', measures.clicks],
    ['omni_add_to_cart', purchases * 3],
    ['omni_initiated_checkout', purchases * 2],
    ['lead', measures.links === 0 ? 0 : 1],
  ] as const
  return entries.flatMap(([action_type, count]) => (count === 0 ? [] : [{ action_type, value: String(count) }]))
}

function some(field: string, count: number): Record<string, string> {
  return count === 0 ? {} : { [field]: String(count) }
}

function printHour(hour: number): string {
  const text = String(hour).padStart(2, '0')
  return `${text}:00:00 - ${text}:59:59`
}
