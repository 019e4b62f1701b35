import { addDecimals, roundFixed } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, listDays } from '@tillsight/core/days'
import type { AdAccount, AdDayRecord, AdRow } from '../ad-records.ts'
import type { AdDayTotals } from '../ads.ts'
import type { Api } from './api.ts'
import { filledFrom, type PartRow, saysSomething, tellsConversions, toAdRow, toPart } from './day-rows.ts'
import type { AccountFacts } from './facts.ts'
import { type GmvMaxRow, readGmvMax } from './gmv-max.ts'
import { type Filter, isIn, type ReportLevel, wantedMetrics } from './levels.ts'
import { Places } from './places.ts'
import { type ReportRow, readReport } from './report.ts'
import { toInstantText } from './values.ts'

/** The days to read of one account. */
export interface DaysQuery {
  readonly account: AdAccount
  /** At most 30 days. */
  readonly range: DayRange
  readonly facts: AccountFacts
  /** Metrics that this account does not have, by level; grows while reading. */
  readonly unknown: Map<ReportLevel, readonly string[]>
}

/** Whole days, or a failure; `warnings` are for the merchant. */
export interface ReadDays {
  readonly records: readonly AdDayRecord[]
  readonly warnings: readonly string[]
}

/** The rows of a day by level, before they are assembled. */
interface DayParts {
  readonly account: PartRow[]
  readonly campaigns: PartRow[]
  readonly adSets: PartRow[]
  readonly ads: PartRow[]
  readonly gmvMax: GmvMaxRow[]
}

/** A day with missing purchases is waited for this many days; then its spend counts without them. */
const waitedForDays = 28
/** The maximum number of campaigns per query when their ads are also read by ad group. */
const mostCampaigns = 100

/** Reads every level completely, then assembles the days: a day is delivered whole or not at all. */
export async function readDays(api: Api, query: DaysQuery): Promise<ReadDays> {
  const { account, range, facts } = query
  const warnings = new Set<string>()
  const days = new Map(listDays(range).map((day): [Day, DayParts] => [day, emptyParts()]))
  const totals = await readLevel(api, { ...query, level: 'AUCTION_ADVERTISER' })
  for (const row of totals) partsOf(days, row)?.account.push(toPart(row, top))
  const gmvMax = facts.stores.length === 0 ? [] : await readGmvMax(api, { account, stores: facts.stores, range })
  for (const row of gmvMax) partsOf(days, row)?.gmvMax.push(row)
  // If the whole account has no rows, there is nothing below it.
  if (totals.length > 0) await readBelow(api, query, days)
  const fetchedAt = toInstantText(api.ctx.clock.now())
  const unsettled = addDays(dayOf(api.ctx.clock.now(), account.zone), -waitedForDays)
  const records: AdDayRecord[] = []
  for (const [day, parts] of days) {
    const rows = assemble(parts, { ...query, waits: day > unsettled }, warnings)
    if (typeof rows === 'string') {
      warnings.add(`TikTok has no ${rows} of ${account.name} for ${day} right now. What is known of that day is kept.`)
      continue
    }
    records.push({
      type: 'ad_day',
      accountId: account.id,
      day,
      currency: account.currency,
      zone: account.zone,
      attribution: attributionOf(facts),
      fetchedAt,
      rows,
    })
  }
  return { records, warnings: [...warnings, ...metricWarnings(query)] }
}

/** The totals of complete days; figures that TikTok reports as `-` at the account level are unknown. */
export async function readTotals(api: Api, query: DaysQuery): Promise<ReadonlyMap<Day, AdDayTotals>> {
  const { account, range, facts } = query
  const days = new Map(listDays(range).map((day): [Day, DayParts] => [day, emptyParts()]))
  for (const row of await readLevel(api, { ...query, level: 'AUCTION_ADVERTISER' }))
    partsOf(days, row)?.account.push(toPart(row, top))
  const gmvMax = facts.stores.length === 0 ? [] : await readGmvMax(api, { account, stores: facts.stores, range })
  for (const row of gmvMax) partsOf(days, row)?.gmvMax.push(row)
  // Whether the account's total includes GMV Max can only be told by comparing it with its campaigns.
  const campaigns = gmvMax.length === 0 ? [] : await readLevel(api, { ...query, level: 'AUCTION_CAMPAIGN' })
  for (const row of campaigns)
    partsOf(days, row)?.campaigns.push(toPart(row, { ...top, level: 'campaign', campaignId: row.id }))
  return new Map(
    [...days].flatMap(([day, parts]): [Day, AdDayTotals][] => {
      const totals = totalsOf(parts, facts)
      return totals ? [[day, totals]] : []
    }),
  )
}

/** Undefined for a day without anything. */
function totalsOf({ account: [first], campaigns, gmvMax }: DayParts, facts: AccountFacts): AdDayTotals | undefined {
  if (first && !first.figures.has('spend')) return {}
  const told = new Set(campaigns.map(({ campaignId }) => campaignId))
  const untold = gmvMax.filter(({ campaignId, cost }) => cost !== undefined && !told.has(campaignId))
  const [row] = withGmvMax(first && toAdRow(first, facts.conversionsAre), campaigns, untold)
  if (!row || !first) return row
  const { spend, impressions, clicks, purchases, value, claims } = row
  return {
    spend,
    ...(first.figures.has('impressions') ? { impressions } : {}),
    ...(first.figures.has('clicks') ? { clicks } : {}),
    ...(tellsConversions(first, facts.conversionsAre) ? { purchases, value } : {}),
    claims,
  }
}

function attributionOf({ clickWindowDays, viewWindowDays, conversionsAre }: AccountFacts): string {
  const what = conversionsAre === 'goals' ? 'goals, ' : ''
  return `${what}up to ${clickWindowDays}d_click_${viewWindowDays}d_view by ad group, impression`
}

function emptyParts(): DayParts {
  return { account: [], campaigns: [], adSets: [], ads: [], gmvMax: [] }
}

const top = { level: 'account', campaignId: '', adSetId: '', adId: '' } as const

function partsOf(days: ReadonlyMap<Day, DayParts>, { day }: { readonly day: string }): DayParts | undefined {
  // Keys are the requested days; any other day is ignored.
  return days.get(day as Day)
}

/** One level of the requested days, or of some of its campaigns. */
interface LevelQuery extends DaysQuery {
  readonly level: ReportLevel
  readonly filters?: readonly Filter[]
}

async function readLevel(api: Api, query: LevelQuery): Promise<readonly ReportRow[]> {
  const { account, range, unknown, level, filters = [] } = query
  const known = unknown.get(level) ?? []
  const metrics = wantedMetrics(level).filter((name) => !known.includes(name))
  const report = await readReport(api, { account, level, metrics, range, time: 'stat_time_day', filters })
  if (report.dropped.length > 0) unknown.set(level, [...known, ...report.dropped])
  return report.rows
}

async function readBelow(api: Api, query: DaysQuery, days: ReadonlyMap<Day, DayParts>): Promise<void> {
  const places = new Places(api, query.account)
  for (const row of await readLevel(api, { ...query, level: 'AUCTION_CAMPAIGN' })) {
    partsOf(days, row)?.campaigns.push(toPart(row, { ...top, level: 'campaign', campaignId: row.id }))
  }
  for (const row of await readLevel(api, { ...query, level: 'AUCTION_AD' })) {
    const place = await places.of(row, 'AUCTION_AD')
    if (place) partsOf(days, row)?.ads.push(toPart(row, { level: 'ad', ...place, adId: row.id }))
  }
  const open = [...openCampaigns(days)]
  for (let at = 0; at < open.length; at += mostCampaigns) {
    const filters = [isIn('campaign_ids', open.slice(at, at + mostCampaigns))]
    for (const row of await readLevel(api, { ...query, level: 'AUCTION_ADGROUP', filters })) {
      const place = await places.of(row, 'AUCTION_ADGROUP')
      if (place) partsOf(days, row)?.adSets.push(toPart(row, { level: 'ad_set', ...place, adId: '' }))
    }
  }
}

/** Campaigns whose figures exceed those of their ads: only there can ad groups add anything. */
function openCampaigns(days: ReadonlyMap<Day, DayParts>): Set<string> {
  const open = new Set<string>()
  for (const { campaigns, ads } of days.values()) {
    const below = Map.groupBy(ads, ({ campaignId }) => campaignId)
    for (const campaign of campaigns) {
      const own = below.get(campaign.campaignId) ?? []
      const isClosed = ['spend', 'impressions', 'complete_payment'].every((name) => {
        const sum = addDecimals(own.flatMap((ad) => ad.figures.get(name) ?? []))
        return micros(campaign.figures.get(name)) === micros(sum)
      })
      if (!isClosed) open.add(campaign.campaignId)
    }
  }
  return open
}

/** A day of an account, and whether to wait for missing figures. */
interface DayQuery extends DaysQuery {
  readonly waits: boolean
}

/** All rows of a day; or the figure that TikTok has not computed yet, on a day with activity. */
function assemble(
  parts: DayParts,
  { facts, account, waits, unknown }: DayQuery,
  warnings: Set<string>,
): AdRow[] | 'spend' | 'purchases' {
  const ads = parts.ads.filter(saysSomething)
  const adSets = parts.adSets
    .map((row) =>
      filledFrom(
        row,
        ads.filter(({ adSetId }) => adSetId === row.adSetId),
      ),
    )
    .filter(saysSomething)
  const byCampaign = Map.groupBy(ads, ({ campaignId }) => campaignId)
  const campaigns = parts.campaigns
    .map((row) => filledFrom(row, byCampaign.get(row.campaignId) ?? []))
    .filter(saysSomething)
  const whole = parts.account.map((row) => filledFrom(row, campaigns))
  const told = new Set(campaigns.map(({ campaignId }) => campaignId))
  const gmvMax = parts.gmvMax.filter(({ campaignId, cost }) => cost !== undefined && !told.has(campaignId))
  const [first] = whole
  if (first && !first.figures.has('spend')) return 'spend'
  // What the account never reports is mentioned once, for the account.
  const isKnown = ![...unknown.values()].flat().includes(metricOf(facts))
  if (first && isKnown && Number(first.figures.get('spend')) > 0 && !tellsConversions(first, facts.conversionsAre)) {
    if (facts.tellsConversions && waits) return 'purchases'
    warnings.add(notReported(account, facts))
  }
  if (first && ['impressions', 'clicks'].some((name) => !first.figures.has(name))) {
    warnings.add(`TikTok has no impressions or clicks of ${account.name} for some days: they are missing, not zero.`)
  }
  const rows = [...campaigns, ...adSets, ...ads].map((row) => toAdRow(row, facts.conversionsAre))
  const total = first ? toAdRow(first, facts.conversionsAre) : undefined
  return [...withGmvMax(total, campaigns, gmvMax), ...rows]
}

/**
 * GMV Max is in no regular report: its campaigns become rows of their own and are added to the account's spend, unless the
 * account's total includes them already.
 */
function withGmvMax(total: AdRow | undefined, campaigns: readonly PartRow[], rows: readonly GmvMaxRow[]): AdRow[] {
  if (rows.length === 0) return total ? [total] : []
  const own = [...Map.groupBy(rows, ({ campaignId }) => campaignId)].map(([campaignId, days]) =>
    gmvMaxRow({ ...top, level: 'campaign', campaignId }, days),
  )
  const all = gmvMaxRow(top, rows)
  if (total === undefined) return [all, ...own]
  const told = addDecimals(campaigns.flatMap(({ figures }) => figures.get('spend') ?? []))
  const isIncluded = micros(total.spend) - micros(told) >= micros(all.spend)
  const spend = isIncluded ? total.spend : addDecimals([total.spend, all.spend])
  return [{ ...total, spend, claims: { ...total.claims, ...all.claims } }, ...own]
}

/** Its orders belong to TikTok Shop: they are reported under a separate rule, never added to the shop's purchases. */
function gmvMaxRow(place: Omit<PartRow, 'figures'>, rows: readonly GmvMaxRow[]): AdRow {
  const sum = (read: (row: GmvMaxRow) => string | undefined) => addDecimals(rows.flatMap((row) => read(row) ?? []))
  return {
    ...place,
    spend: sum(({ cost }) => cost),
    impressions: 0,
    clicks: 0,
    linkClicks: 0,
    views: 0,
    reach: null,
    purchases: '0',
    value: '0',
    claims: { gmv_max: { purchases: sum(({ orders }) => orders), value: sum(({ revenue }) => revenue) } },
  }
}

function metricOf({ conversionsAre }: AccountFacts): string {
  return conversionsAre === 'goals' ? 'conversion' : 'complete_payment'
}

function notReported({ name }: AdAccount, { conversionsAre }: AccountFacts): string {
  const what = conversionsAre === 'goals' ? 'conversions by goal' : 'purchases, or what they were worth,'
  return `TikTok does not tell ${what} of ${name} for some days: they are missing, not zero.`
}

function micros(text = '0'): bigint {
  return roundFixed(text, 6)
}

const words: Readonly<Record<string, string>> = {
  complete_payment: 'purchases',
  total_complete_payment_rate: 'what purchases were worth',
  video_play_actions: 'video views',
  conversion: 'conversions by goal',
  reach: 'reach',
}

function metricWarnings({ account, unknown }: DaysQuery): string[] {
  const names = new Set([...unknown.values()].flat().flatMap((name) => words[name] ?? []))
  return names.size === 0
    ? []
    : [`TikTok does not report ${[...names].join(', ')} for ${account.name}: they are missing, not zero.`]
}
