import { currencyDecimals, printFixed } from '@tillsight/core'
import { type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdAccount, AdEntityRecord } from '../ad-records.ts'
import type { ReadCreative } from './creatives.ts'
import { toInstant, WireCount, WireId } from './values.ts'

const text = z.string().nullish()

/** The used fields of a campaign, ad set or ad. */
export const WireEntity = z.object({
  id: WireId,
  campaign_id: WireId.nullish(),
  adset_id: WireId.nullish(),
  name: text,
  effective_status: z.string().catch('UNKNOWN'),
  objective: text,
  optimization_goal: text,
  daily_budget: WireCount.nullish(),
  lifetime_budget: WireCount.nullish(),
  start_time: text,
  stop_time: text,
  end_time: text,
  creative: z.object({ id: WireId }).nullish(),
})
export type WireEntity = z.infer<typeof WireEntity>

/** The lists of an account, with the fields to read from each. */
export const lists = {
  campaigns: {
    level: 'campaign',
    field: 'campaign',
    fields: 'id,name,objective,effective_status,daily_budget,lifetime_budget,start_time,stop_time,updated_time',
  },
  adsets: {
    level: 'ad_set',
    field: 'adset',
    fields:
      'id,campaign_id,name,optimization_goal,effective_status,daily_budget,lifetime_budget,start_time,end_time,updated_time',
  },
  ads: {
    level: 'ad',
    field: 'ad',
    fields: 'id,campaign_id,adset_id,name,effective_status,creative{id},updated_time',
  },
} as const

/** Name of a list. */
export type ListName = keyof typeof lists

const statuses: Readonly<Record<string, AdEntityRecord['status']>> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  CAMPAIGN_PAUSED: 'inactive',
  ADSET_PAUSED: 'inactive',
  WITH_ISSUES: 'inactive',
  DELETED: 'removed',
  ARCHIVED: 'removed',
  PENDING_REVIEW: 'in_review',
  PREAPPROVED: 'in_review',
  IN_PROCESS: 'in_review',
  PENDING_BILLING_INFO: 'in_review',
  DISAPPROVED: 'rejected',
}

/** Display texts for values that Meta spells differently. */
const words: Readonly<Record<string, string>> = {
  OFFSITE_CONVERSIONS: 'Website conversions',
  THRUPLAY: 'ThruPlay',
  VALUE: 'Conversion value',
  OUTCOME_LEADS: 'Leads',
  OUTCOME_APP_PROMOTION: 'App promotion',
}

/** Data besides the entity itself. */
interface EntityParts {
  readonly account: AdAccount
  readonly level: AdEntityRecord['level']
  readonly seenAt: string
  readonly creatives: ReadonlyMap<string, ReadCreative>
}

/** The current configuration of a campaign, ad set or ad. */
export function toEntity(wire: WireEntity, { account, level, seenAt, creatives }: EntityParts): AdEntityRecord {
  const endsOn = dayIn(wire.stop_time ?? wire.end_time, account)
  const { landingUrl, urlTags, creative, format } = creatives.get(wire.creative?.id ?? '') ?? nothingShown
  return {
    type: 'ad_entity',
    accountId: account.id,
    level,
    ...placeOf(wire, level),
    name: wire.name || wire.id,
    status: statusOf(wire, { endsOn, today: dayOf(new Date(seenAt), account.zone) }),
    statusText: inWords(wire.effective_status),
    kind: format || inWords(wire.objective ?? wire.optimization_goal ?? ''),
    budget: budgetOf(wire, account.currency),
    startsOn: dayIn(wire.start_time, account),
    endsOn,
    landingUrl,
    urlTags,
    creative,
    seenAt,
  }
}

const nothingShown = { landingUrl: null, urlTags: null, creative: null, format: '' }

function placeOf(wire: WireEntity, level: AdEntityRecord['level']) {
  return {
    id: wire.id,
    campaignId: level === 'campaign' ? wire.id : (wire.campaign_id ?? ''),
    adSetId: level === 'ad_set' ? wire.id : (wire.adset_id ?? ''),
  }
}

/** An entity that is switched on but over is not running. */
function statusOf(
  { effective_status }: WireEntity,
  { endsOn, today }: { readonly endsOn: Day | null; readonly today: Day },
): AdEntityRecord['status'] {
  const status = statuses[effective_status] ?? 'inactive'
  return status === 'active' && endsOn !== null && endsOn < today ? 'inactive' : status
}

/** Currencies whose budgets Meta reports in whole units, regardless of their usual decimals. */
const wholeUnits = new Set(['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'])

/** Budgets come in the smallest unit of the currency, unlike spend. */
function budgetOf({ daily_budget, lifetime_budget }: WireEntity, currency: string): AdEntityRecord['budget'] {
  const decimals = wholeUnits.has(currency) ? 0 : currencyDecimals(currency)
  const amount = (units: number) => printFixed(BigInt(units), decimals)
  if (daily_budget) return { amount: amount(daily_budget), per: 'day', sharedBy: null }
  return lifetime_budget ? { amount: amount(lifetime_budget), per: 'lifetime', sharedBy: null } : null
}

function dayIn(instant: string | null | undefined, { zone }: AdAccount): Day | null {
  const at = toInstant(instant)
  return at === undefined || at.getTime() === 0 ? null : dayOf(at, zone)
}

/** `OUTCOME_SALES` as display text: `Sales`. */
function inWords(code: string): string {
  const known = words[code]
  if (known !== undefined || code === '') return known ?? ''
  const plain = code
    .replace(/^OUTCOME_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/**
 * All effective statuses of entities, by Meta's names of the levels. A query that does not name all of them returns neither
 * deleted entities nor their spend.
 */
export const allStatuses = {
  campaign: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  adset: ['ACTIVE', 'PAUSED', 'DELETED', 'CAMPAIGN_PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ACTIVE',
    'PAUSED',
    'DELETED',
    'PENDING_REVIEW',
    'DISAPPROVED',
    'PREAPPROVED',
    'PENDING_BILLING_INFO',
    'CAMPAIGN_PAUSED',
    'ARCHIVED',
    'ADSET_PAUSED',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
} as const
