import type { FakeAd, FakeAdAccount, FakeAdSet, FakeCampaign } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import { creativeIdOf } from './creatives.ts'
import { decimalsOf, effectiveStatuses } from './facts.ts'
import { filtersOf, listParam } from './insights-query.ts'
import { pageOptions, toPage } from './paging.ts'
import { json } from './responses.ts'
import type { SignedIn, World } from './world.ts'

/** The lists of an account. */
export type EntityKind = 'campaigns' | 'adsets' | 'ads'

interface Entity extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly campaign_id: string
  readonly adset_id?: string
  readonly effective_status: string
  readonly updated_time: string
}

const shownAtFirst = ['ACTIVE', 'PAUSED', 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', 'PENDING_REVIEW', 'WITH_ISSUES']

/** `GET /act_…/campaigns` and the other lists. */
export function listEntities(at: SignedIn, account: FakeAdAccount, kind: EntityKind): Reply {
  const { world, request, token } = at
  const statuses = listParam(request.params, 'effective_status')
  const filters = filtersOf(request.params)
  const found = entitiesOf(world, account, kind).filter(
    (entity) =>
      (statuses.length === 0 ? shownAtFirst : statuses).includes(entity.effective_status) &&
      filters.every(({ field, value }) => {
        if (field.endsWith('.updated_time')) return Date.parse(entity.updated_time) / 1_000 > Number(value)
        if (field === 'campaign.id') return Array.isArray(value) && value.map(String).includes(entity.campaign_id)
        if (field === 'adset.id')
          return Array.isArray(value) && value.map(String).includes(entity.adset_id ?? entity.id)
        return true
      }),
  )
  const key = `${account.id} ${kind} ${JSON.stringify(filters)} ${statuses.join(' ')}`
  const asked = (request.params.get('fields') ?? 'id').split(/,(?![^{]*\})/).map((field) => field.replace(/\{.*$/, ''))
  const rows = found.map((entity) =>
    Object.fromEntries([...new Set(['id', ...asked])].map((field) => [field, entity[field]])),
  )
  const body = toPage(rows, pageOptions(request, key), { request, key, url: world.url, token: token.token })
  return json(body, 200, world.usage.headers(account.id))
}

function entitiesOf(world: World, account: FakeAdAccount, kind: EntityKind): Entity[] {
  const statuses = effectiveStatuses(account)
  const parts = { world, account, statusOf: (id: string) => statuses.get(id) ?? 'ACTIVE' }
  if (kind === 'campaigns') return account.campaigns.map((one) => toCampaign(one, parts))
  return account.campaigns.flatMap((campaign) =>
    campaign.adSets.flatMap((set) =>
      kind === 'adsets' ? [toAdSet(set, campaign, parts)] : set.ads.map((ad) => toAd(ad, { set, campaign }, parts)),
    ),
  )
}

interface Parts {
  readonly world: World
  readonly account: FakeAdAccount
  readonly statusOf: (id: string) => string
}

const configured = { active: 'ACTIVE', paused: 'PAUSED', removed: 'DELETED' } as const

/** Campaigns of some kinds have their budgets on their ad sets. */
function hasOwnBudget({ kind }: FakeCampaign): boolean {
  return kind !== 'retargeting'
}

function toCampaign(campaign: FakeCampaign, { world, account, statusOf }: Parts): Entity {
  return {
    id: campaign.id,
    campaign_id: campaign.id,
    name: campaign.name,
    objective: campaign.kind === 'video' ? 'OUTCOME_AWARENESS' : 'OUTCOME_SALES',
    status: configured[campaign.status],
    configured_status: configured[campaign.status],
    effective_status: statusOf(campaign.id),
    buying_type: 'AUCTION',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    ...(hasOwnBudget(campaign) ? budgetOf(campaign, account, 1) : {}),
    start_time: `${campaign.startsOn}T00:00:00+0000`,
    stop_time: campaign.endsOn === null ? undefined : `${campaign.endsOn}T23:00:00+0000`,
    created_time: `${campaign.startsOn}T00:00:00+0000`,
    updated_time: updatedOf(world, campaign.id, campaign),
  }
}

function toAdSet(set: FakeAdSet, campaign: FakeCampaign, { world, account, statusOf }: Parts): Entity {
  return {
    id: set.id,
    campaign_id: campaign.id,
    name: set.name,
    status: configured[set.status],
    configured_status: configured[set.status],
    effective_status: statusOf(set.id),
    optimization_goal: campaign.kind === 'video' ? 'THRUPLAY' : 'OFFSITE_CONVERSIONS',
    attribution_spec: [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
    destination_type: 'WEBSITE',
    ...(hasOwnBudget(campaign) ? {} : budgetOf(campaign, account, campaign.adSets.length)),
    start_time: `${campaign.startsOn}T00:00:00+0000`,
    end_time: campaign.endsOn === null ? undefined : `${campaign.endsOn}T23:00:00+0000`,
    updated_time: updatedOf(world, set.id, campaign),
  }
}

function toAd(
  ad: FakeAd,
  { set, campaign }: { readonly set: FakeAdSet; readonly campaign: FakeCampaign },
  { world, statusOf }: Parts,
): Entity {
  return {
    id: ad.id,
    campaign_id: campaign.id,
    adset_id: set.id,
    name: ad.name,
    status: configured[ad.status],
    configured_status: configured[ad.status],
    effective_status: statusOf(ad.id),
    creative: { id: creativeIdOf(ad.id) },
    preview_shareable_link: `https://fb.me/${ad.id.slice(-8)}`,
    conversion_domain: new URL(ad.landingUrl).hostname,
    created_time: `${campaign.startsOn}T00:00:00+0000`,
    updated_time: updatedOf(world, ad.id, campaign),
  }
}

/** In the smallest unit of the currency, unlike spend. */
function budgetOf(campaign: FakeCampaign, { currency }: FakeAdAccount, share: number): Record<string, string> {
  const units = String(Math.round((campaign.dailyBudget * 10 ** decimalsOf(currency)) / share))
  return campaign.endsOn === null ? { daily_budget: units } : { lifetime_budget: units }
}

function updatedOf({ edited }: World, id: string, { startsOn }: FakeCampaign): string {
  const at = edited.get(id)?.toISOString() ?? `${startsOn}T00:00:00.000Z`
  return `${at.slice(0, 19)}+0000`
}
