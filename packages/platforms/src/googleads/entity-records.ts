import { type Day, parseDay } from '@tillsight/core/days'
import type { AdEntityRecord } from '../ad-records.ts'
import type { Assets } from './creatives.ts'
import { idAt, type Row, textAt, toDecimal, valueAt, wholeAt } from './values.ts'

/** The configuration of one account. */
export interface EntityRows {
  readonly campaigns: readonly Row[]
  readonly adGroups: readonly Row[]
  readonly ads: readonly Row[]
  readonly assetGroups: readonly Row[]
}

interface Frame {
  readonly accountId: string
  /** The account's URL parameters, for landing pages without more specific ones. */
  readonly accountTags: string | null
  readonly assets: Assets
  readonly seenAt: string
}

type Status = AdEntityRecord['status']

/** Records of all entities, campaigns first. Entities whose parent is not reported are left out. */
export function toEntities(rows: EntityRows, frame: Frame): AdEntityRecord[] {
  const campaigns = rows.campaigns.map((row) => toCampaign(row, frame))
  const byCampaign = new Map(campaigns.map((record) => [record.id, record]))
  const groups = rows.adGroups.flatMap((row) => {
    const parent = byCampaign.get(parentOf(row, 'adGroup'))
    return parent ? [toAdGroup(row, parent, frame)] : []
  })
  const assetGroups = rows.assetGroups.flatMap((row) => {
    const parent = byCampaign.get(parentOf(row, 'assetGroup'))
    return parent ? [toAssetGroup(row, parent, frame)] : []
  })
  const byGroup = new Map(groups.map((record) => [record.id, record]))
  const ads = rows.ads.flatMap((row) => {
    // The resource name contains the ad group: `customers/1/adGroupAds/{ad group}~{ad}`.
    const group = byGroup.get(/\/adGroupAds\/(\d+)~/.exec(textAt(row, 'adGroupAd.resourceName'))?.[1] ?? '')
    return group
      ? [toAd(row, group, { ...frame, campaignTags: byCampaign.get(group.campaignId)?.urlTags ?? null })]
      : []
  })
  return [...campaigns, ...groups, ...assetGroups, ...ads]
}

function toCampaign(row: Row, { accountId, accountTags, seenAt }: Frame): AdEntityRecord {
  const id = idAt(row, 'campaign.id')
  const own = textAt(row, 'campaign.status')
  const primary = textAt(row, 'campaign.primaryStatus')
  return {
    type: 'ad_entity',
    accountId,
    level: 'campaign',
    id,
    campaignId: id,
    adSetId: '',
    name: textAt(row, 'campaign.name'),
    status: statusOf(own, notRunning.has(primary)),
    statusText: primary || own,
    kind: inWords(textAt(row, 'campaign.advertisingChannelType')),
    budget: budgetOf(row),
    startsOn: dayAt(row, 'campaign.startDateTime'),
    endsOn: dayAt(row, 'campaign.endDateTime'),
    landingUrl: null,
    urlTags: tagsOf(row, 'campaign') ?? accountTags,
    creative: null,
    seenAt,
  }
}

/** Switched on, but it does not run. */
const notRunning = new Set(['ENDED', 'PENDING', 'MISCONFIGURED', 'NOT_ELIGIBLE'])

function toAdGroup(row: Row, parent: AdEntityRecord, { accountId, seenAt }: Frame): AdEntityRecord {
  const id = idAt(row, 'adGroup.id')
  const own = textAt(row, 'adGroup.status')
  return {
    type: 'ad_entity',
    accountId,
    level: 'ad_set',
    id,
    campaignId: parent.id,
    adSetId: id,
    name: textAt(row, 'adGroup.name'),
    status: statusOf(own, parent.status !== 'active'),
    statusText: own,
    kind: inWords(textAt(row, 'adGroup.type')) || 'Ad group',
    ...withoutOwn,
    seenAt,
  }
}

function toAssetGroup(row: Row, parent: AdEntityRecord, { accountId, assets, seenAt }: Frame): AdEntityRecord {
  const id = idAt(row, 'assetGroup.id')
  const own = textAt(row, 'assetGroup.status')
  const primary = textAt(row, 'assetGroup.primaryStatus')
  return {
    type: 'ad_entity',
    accountId,
    level: 'ad_set',
    id,
    campaignId: parent.id,
    adSetId: id,
    name: textAt(row, 'assetGroup.name'),
    status: statusOf(own, parent.status !== 'active' || notRunning.has(primary)),
    statusText: primary || own,
    kind: 'Asset group',
    ...withoutOwn,
    landingUrl: firstAt(row, 'assetGroup.finalUrls'),
    urlTags: parent.urlTags,
    creative: assets.creativeOfGroup(id),
    seenAt,
  }
}

const withoutOwn = {
  budget: null,
  startsOn: null,
  endsOn: null,
  landingUrl: null,
  urlTags: null,
  creative: null,
} as const

function toAd(
  row: Row,
  group: AdEntityRecord,
  frame: Frame & { readonly campaignTags: string | null },
): AdEntityRecord {
  const own = textAt(row, 'adGroupAd.status')
  const approval = textAt(row, 'adGroupAd.policySummary.approvalStatus')
  const creative = frame.assets.creativeOfAd(row)
  const isRejected = approval === 'DISAPPROVED' && own !== 'REMOVED'
  return {
    type: 'ad_entity',
    accountId: frame.accountId,
    level: 'ad',
    id: creative.id,
    campaignId: group.campaignId,
    adSetId: group.id,
    name: textAt(row, 'adGroupAd.ad.name') || creative.title || `Ad ${creative.id}`,
    status: isRejected ? 'rejected' : statusOf(own, group.status !== 'active'),
    statusText: isRejected ? approval : own,
    kind: inWords(textAt(row, 'adGroupAd.ad.type')),
    ...withoutOwn,
    landingUrl: firstAt(row, 'adGroupAd.ad.finalUrls'),
    urlTags: tagsOf(row, 'adGroupAd.ad') ?? frame.campaignTags,
    creative,
    seenAt: frame.seenAt,
  }
}

function statusOf(own: string, isKeptFromRunning: boolean): Status {
  if (own === 'REMOVED') return 'removed'
  if (own === 'PAUSED') return 'paused'
  return isKeptFromRunning ? 'inactive' : 'active'
}

/** Several campaigns may share a budget: its name prevents adding it up twice. */
function budgetOf(row: Row): AdEntityRecord['budget'] {
  if (valueAt(row, 'campaignBudget.amountMicros') === undefined) return null
  const isShared = valueAt(row, 'campaignBudget.explicitlyShared') === true
  const id = /\/campaignBudgets\/(\d+)$/.exec(textAt(row, 'campaignBudget.resourceName'))?.[1]
  return {
    amount: toDecimal(wholeAt(row, 'campaignBudget.amountMicros')),
    per: 'day',
    sharedBy: isShared ? `Shared budget ${id ?? ''}`.trim() : null,
  }
}

/** The URL parameters of a resource: its suffix, else its template; null if it has neither. */
export function tagsOf(row: Row, resource: 'customer' | 'campaign' | 'adGroupAd.ad'): string | null {
  return textAt(row, `${resource}.finalUrlSuffix`) || textAt(row, `${resource}.trackingUrlTemplate`) || null
}

function parentOf(row: Row, resource: string): string {
  return /\/campaigns\/(\d+)$/.exec(textAt(row, `${resource}.campaign`))?.[1] ?? ''
}

/** `2026-01-31 00:00:00`; Google writes a date in 2037 for "no end". */
function dayAt(row: Row, path: string): Day | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(textAt(row, path))?.[0]
  return day === undefined || day >= '2037-01-01' ? null : parseDay(day)
}

function firstAt(row: Row, path: string): string | null {
  const value = valueAt(row, path)
  const [first]: unknown[] = Array.isArray(value) ? value : []
  return typeof first === 'string' ? first : null
}

/** `PERFORMANCE_MAX` → `Performance Max`; other words as `Responsive search ad`. */
function inWords(name: string): string {
  const named = names[name]
  if (named !== undefined || name === '' || name === 'UNKNOWN' || name === 'UNSPECIFIED') return named ?? ''
  const text = name.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const names: Readonly<Record<string, string>> = {
  PERFORMANCE_MAX: 'Performance Max',
  DEMAND_GEN: 'Demand Gen',
  MULTI_CHANNEL: 'App',
}
