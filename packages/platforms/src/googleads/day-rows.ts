import type { AdClaim, AdLevel, AdRow } from '../ad-records.ts'
import { countAt, idAt, millionthsAt, type Row, textAt, toDecimal, wholeAt } from './values.ts'

/** All query results about the days of one account. */
export interface Reports {
  readonly account: readonly Row[]
  readonly campaigns: readonly Row[]
  readonly adGroups: readonly Row[]
  readonly ads: readonly Row[]
  readonly assetGroups: readonly Row[]
  /** Purchases by place; undefined: every conversion counts, because the account reports no purchases. */
  readonly purchases: Purchases | undefined
}

/** Purchases by day and entity; missing entries have none. */
export type Purchases = ReadonlyMap<string, Sum>

interface Sum {
  readonly purchases: bigint
  readonly value: bigint
}

/** The entity ids of a row; ids below its level are empty. */
interface Place {
  readonly level: AdLevel
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}

const nothing: Sum = { purchases: 0n, value: 0n }

/** Rows of every level by day. */
export function toDayRows(reports: Reports): Map<string, AdRow[]> {
  const days = new Map<string, AdRow[]>()
  const sums = new Map<string, AccountSums>()
  const rowsOf = (day: string) => {
    const rows = days.get(day) ?? []
    days.set(day, rows)
    return rows
  }
  const add = (row: Row, place: Place, claims: AdRow['claims']) => {
    const day = textAt(row, 'segments.date')
    const made = toAdRow(row, { place, claims, claim: claimOf(row, place, reports.purchases) })
    rowsOf(day).push(made)
    return { day, made }
  }
  for (const row of reports.campaigns) {
    const claims = { as_counted: counted(row), all: ofAllKinds(row), by_conversion_date: byConversionDate(row) }
    const { day, made } = add(row, placeOf('campaign', row), claims)
    sums.set(day, withCampaign(sums.get(day), made))
  }
  for (const row of reports.account) {
    const day = textAt(row, 'segments.date')
    const sum = sums.get(day)
    const claims = { as_counted: counted(row), ...sum?.claims }
    const claim = reports.purchases === undefined ? counted(row) : (sum?.claim ?? toClaim(nothing))
    rowsOf(day).push(toAdRow(row, { place: placeOf('account', row), claims, claim }))
  }
  for (const row of reports.adGroups)
    add(row, placeOf('adGroup', row), { as_counted: counted(row), all: ofAllKinds(row) })
  for (const row of reports.assetGroups) add(row, placeOf('assetGroup', row), { as_counted: counted(row) })
  for (const row of reports.ads) add(row, placeOf('ad', row), { as_counted: counted(row) })
  return days
}

/** The key of an entity on a day. */
function keyOf(day: string, { campaignId, adSetId, adId }: Place): string {
  return `${day} ${campaignId} ${adSetId} ${adId}`
}

/** The level of a report. */
export type ReportKind = 'account' | 'campaign' | 'adGroup' | 'assetGroup' | 'ad'

function placeOf(kind: ReportKind, row: Row): Place {
  const campaignId = kind === 'account' ? '' : idAt(row, 'campaign.id')
  switch (kind) {
    case 'adGroup':
      return { level: 'ad_set', campaignId, adSetId: idAt(row, 'adGroup.id'), adId: '' }
    case 'assetGroup':
      return { level: 'ad_set', campaignId, adSetId: idAt(row, 'assetGroup.id'), adId: '' }
    case 'ad':
      return { level: 'ad', campaignId, adSetId: idAt(row, 'adGroup.id'), adId: idAt(row, 'adGroupAd.ad.id') }
    default:
      return { level: kind, campaignId, adSetId: '', adId: '' }
  }
}

/** Adds up the purchases of reports by action. */
export function sumPurchases(
  reports: readonly { readonly kind: ReportKind; readonly rows: readonly Row[] }[],
): Purchases {
  const sums = new Map<string, Sum>()
  for (const { kind, rows } of reports) {
    for (const row of rows) {
      if (!isPurchase(row)) continue
      const key = keyOf(textAt(row, 'segments.date'), placeOf(kind, row))
      const { purchases, value } = sums.get(key) ?? nothing
      const more = conversionsOf(row)
      sums.set(key, { purchases: purchases + more.purchases, value: value + more.value })
    }
  }
  return sums
}

/** Purchases from the reports themselves, where purchases are the only conversions counted. */
export function allCounted(
  reports: readonly { readonly kind: ReportKind; readonly rows: readonly Row[] }[],
): Purchases {
  const sums = new Map<string, Sum>()
  for (const { kind, rows } of reports)
    for (const row of rows) sums.set(keyOf(textAt(row, 'segments.date'), placeOf(kind, row)), conversionsOf(row))
  return sums
}

/** Whether a row of a report by action is about purchases. */
export function isPurchase(row: Row): boolean {
  return textAt(row, 'segments.conversionActionCategory') === 'PURCHASE'
}

/** Whether any figure of a row is not zero. */
export function isCounted(row: Row): boolean {
  const { purchases, value } = conversionsOf(row)
  return purchases !== 0n || value !== 0n
}

function conversionsOf(row: Row): Sum {
  return { purchases: millionthsAt(row, 'metrics.conversions'), value: millionthsAt(row, 'metrics.conversionsValue') }
}

function claimOf(row: Row, place: Place, purchases: Purchases | undefined): AdClaim {
  if (purchases === undefined) return counted(row)
  return toClaim(purchases.get(keyOf(textAt(row, 'segments.date'), place)) ?? nothing)
}

function counted(row: Row): AdClaim {
  return toClaim(conversionsOf(row))
}

function ofAllKinds(row: Row): AdClaim {
  return toClaim({
    purchases: millionthsAt(row, 'metrics.allConversions'),
    value: millionthsAt(row, 'metrics.allConversionsValue'),
  })
}

function byConversionDate(row: Row): AdClaim {
  return toClaim({
    purchases: millionthsAt(row, 'metrics.conversionsByConversionDate'),
    value: millionthsAt(row, 'metrics.conversionsValueByConversionDate'),
  })
}

function toClaim({ purchases, value }: Sum): AdClaim {
  return { purchases: toDecimal(purchases), value: toDecimal(value) }
}

/** The sums of an account's campaigns, because Google does not report these figures for the account itself. */
interface AccountSums {
  readonly claim: AdClaim
  readonly claims: Readonly<Record<'all' | 'by_conversion_date', AdClaim>>
}

function withCampaign(sum: AccountSums | undefined, { purchases, value, claims }: AdRow): AccountSums {
  const none = { purchases: '0', value: '0' }
  return {
    claim: addClaims(sum?.claim ?? none, { purchases, value }),
    claims: {
      all: addClaims(sum?.claims.all ?? none, claims['all'] ?? none),
      by_conversion_date: addClaims(sum?.claims.by_conversion_date ?? none, claims['by_conversion_date'] ?? none),
    },
  }
}

function addClaims(one: AdClaim, other: AdClaim): AdClaim {
  const add = (first: string, second: string) => toDecimal(readMillionths(first) + readMillionths(second))
  return { purchases: add(one.purchases, other.purchases), value: add(one.value, other.value) }
}

function readMillionths(text: string): bigint {
  return millionthsAt({ text }, 'text')
}

function toAdRow(
  row: Row,
  { place, claims, claim }: { readonly place: Place; readonly claims: AdRow['claims']; readonly claim: AdClaim },
): AdRow {
  const clicks = countAt(row, 'metrics.clicks')
  return {
    ...place,
    spend: toDecimal(wholeAt(row, 'metrics.costMicros')),
    impressions: countAt(row, 'metrics.impressions'),
    clicks,
    linkClicks: clicks,
    views: 0,
    reach: null,
    ...claim,
    claims,
  }
}
