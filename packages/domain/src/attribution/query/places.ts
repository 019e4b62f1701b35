import { placeLevels, usualOrderValue } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { journeySource, type SourceAsk } from '../../journeys/index.ts'
import { adConnectors, channelOfKind } from '../../tracking/index.ts'
import type { CreditLevel } from './attribution-query.ts'
import type { PlaceIds } from './credited.ts'
import { readKnown } from './read-known.ts'
import type { SpentPlace } from './spending.ts'

/** Names, accounts and kinds of ad entities, and the channels of their visits. */
export interface PlaceNames {
  nameOf(ids: Omit<PlaceIds, 'channel'>, level: CreditLevel): string | null
  /** The account of a campaign, for visits that do not name it. */
  accountOf(platform: string, campaignId: string): string | undefined
  /** The channel that spend is assigned to. */
  channelOf(place: Pick<SpentPlace, 'platform' | 'campaign_id' | 'entered'>): string
}

const Entity = z.object({
  level: z.enum(placeLevels),
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  kind: z.string(),
})
type Entity = z.infer<typeof Entity>

const Seen = z.object({ platform: z.string(), campaign_id: z.string(), channel: z.string(), visits: z.coerce.number() })
type Seen = z.infer<typeof Seen>

/**
 * Loads names and channels of ad entities. A campaign's spend belongs to the channel of most visits from it before the orders
 * of these days, whatever the model; else to that of the campaign's kind; else to that of its platform. Entries of custom spend belong
 * to a channel of their own name.
 */
export async function loadPlaces(ctx: ShopContext, level: CreditLevel, source: SourceAsk): Promise<PlaceNames> {
  const [entities, seen] = await Promise.all([readEntities(ctx, level), readSeen(ctx, source)])
  const byId = new Map(entities.map((each) => [idOf(each, each.level), each]))
  const campaigns = new Map(
    entities.flatMap((each): [string, Entity][] =>
      each.level === 'campaign' ? [[`${each.platform}\n${each.campaign_id}`, each]] : [],
    ),
  )
  const channels = mostSeen(seen)
  return {
    nameOf: (ids, at) => (at === 'channel' ? null : nameOf(ids, byId.get(idOf(ids, at)))),
    accountOf: (platform, campaignId) => campaigns.get(`${platform}\n${campaignId}`)?.account_id,
    channelOf: ({ platform, campaign_id, entered }) => {
      if (platform === 'custom') return channelOfEntry(entered)
      const key = `${platform}\n${campaign_id}`
      return channels.get(key) ?? usualChannel(platform, campaigns.get(key)?.kind ?? '')
    },
  }
}

/** Entries of custom spend are named as their channel was entered. */
function nameOf({ platform, campaign_id }: Omit<PlaceIds, 'channel'>, entity: Entity | undefined): string | null {
  if (platform === 'custom') return campaign_id || null
  return entity?.name || null
}

/** The channel whose visits entered spend belongs to. */
export function channelOfEntry(entered: string): string {
  return entered.trim().toLowerCase().replaceAll(/\s+/g, '_') || 'other_paid'
}

function usualChannel(connector: string, kind: string): string {
  const visitName = Object.keys(adConnectors).find((name) => adConnectors[name] === connector)
  return (visitName === undefined ? undefined : channelOfKind(visitName, kind)) ?? 'other_paid'
}

/** For each campaign the channel with the most visits; among equals the first by name. */
function mostSeen(seen: readonly Seen[]): ReadonlyMap<string, string> {
  const sorted = seen.toSorted((a, b) => b.visits - a.visits || (a.channel < b.channel ? -1 : 1))
  const channels = new Map<string, string>()
  for (const { platform, campaign_id, channel } of sorted) {
    const key = `${adConnectors[platform] ?? platform}\n${campaign_id}`
    if (!channels.has(key)) channels.set(key, channel)
  }
  return channels
}

const AccountRow = z.object({ place: z.string(), account: z.string() })

/** The accounts of campaigns, keyed by connector and campaign on two lines, for visits that do not name the account. */
export async function readAccounts({ warehouse }: ShopContext): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT concat(toString(platform), '\\n', campaign_id) AS place, any(account_id) AS account
    FROM ad_entities WHERE shop_id = {shop:UUID} AND ad_entities.level = 'campaign' GROUP BY place`
  const rows = await warehouse.read({ sql, params: {} }, AccountRow)
  return new Map(rows.map(({ place, account }) => [place, account]))
}

async function readSeen(ctx: ShopContext, ask: SourceAsk): Promise<Seen[]> {
  const source = journeySource({ ...ask, asked: { value: usualOrderValue, customers: 'all' } })
  const sql = `SELECT seen_platform AS platform, seen_campaign AS campaign_id, seen_channel AS channel, visits FROM (
    SELECT toString(p) AS seen_platform, toString(id) AS seen_campaign, toString(c) AS seen_channel, count() AS visits
    FROM (SELECT platforms, campaign_ids, channels, paid FROM ${source.sql} WHERE arrayExists(p -> p = 1, paid))
    ARRAY JOIN platforms AS p, campaign_ids AS id, channels AS c, paid AS was_paid WHERE was_paid = 1 AND id != ''
    GROUP BY seen_platform, seen_campaign, seen_channel)`
  return readKnown(ctx, { sql, params: source.params }, Seen)
}

async function readEntities(ctx: ShopContext, level: CreditLevel): Promise<Entity[]> {
  const levels = [...new Set(['campaign', level === 'channel' ? 'campaign' : level])]
  const sql = `SELECT toString(level) AS level, toString(platform) AS platform, account_id, campaign_id, ad_set_id, ad_id, name, toString(kind) AS kind
    FROM ad_entities WHERE shop_id = {shop:UUID} AND toString(ad_entities.level) IN {levels:Array(String)}`
  return ctx.warehouse.read({ sql, params: { levels } }, Entity)
}

function idOf(ids: Omit<PlaceIds, 'channel'>, level: Entity['level']): string {
  const deeper = { campaign: [], ad_set: [ids.ad_set_id], ad: [ids.ad_set_id, ids.ad_id] }[level]
  return [level, ids.platform, ids.account_id, ids.campaign_id, ...deeper].join('\n')
}
