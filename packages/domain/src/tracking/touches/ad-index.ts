import type { TouchDraft } from '@tillsight/attribution'
import { adPlatforms, findVisited } from '@tillsight/platforms'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'

/** The ad connector of a platform, by its name in visits. Other platforms have none. */
export const adConnectors: Readonly<Record<string, string>> = Object.fromEntries(
  adPlatforms.map(({ id, visits }) => [visits.name, id]),
)

/** The channel of a campaign's ads; undefined if its kind does not determine one. */
export function channelOfKind(platform: string, kind: string): string | undefined {
  const channel = findVisited(platform)?.visits.channel
  return typeof channel === 'string' ? channel : channel?.[kind.trim().toLowerCase()]
}

/** Whether a campaign's ads cannot be distinguished, so that visits are joined with the campaign as a whole. */
export function isOnePiece(platform: string, kind: string): boolean {
  return findVisited(platform)?.visits.wholeKinds?.includes(kind.trim().toLowerCase()) ?? false
}

const Entity = z.object({
  platform: z.string(),
  account_id: z.string(),
  level: z.enum(['campaign', 'ad_set', 'ad']),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  kind: z.string(),
})
type Entity = z.infer<typeof Entity>

const Click = z.object({
  click_id: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
})

/** The position of an ad in its account. */
export interface AdSpot {
  readonly accountId: string
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}

/** Ads by the names and ids that touches carry. Platforms are given by their connectors. */
export interface AdIndex {
  find(level: Entity['level'], platform: string, id: string): AdSpot | undefined
  /** Finds a campaign by name, in any spelling; undefined if several have that name. */
  findNamed(platform: string, name: string): AdSpot | undefined
  findClick(clickId: string): AdSpot | undefined
  campaignOf(platform: string, campaignId: string): { readonly name: string; readonly kind: string } | undefined
}

type Wanted = Pick<TouchDraft, 'platform' | 'adSetId' | 'adId' | 'clickId'>

const idsPerQuery = 5_000

/** Loads the ads that these touches may refer to. */
export async function loadAdIndex(ctx: Pick<WriteContext, 'warehouse'>, drafts: readonly Wanted[]): Promise<AdIndex> {
  const known = drafts.filter(({ platform }) => adConnectors[platform] !== undefined)
  const [entities, clicks] = await Promise.all([readEntities(ctx, known), readClicks(ctx, known)])
  const byId = new Map(entities.map((entity) => [keyOf(entity.level, entity.platform, idOf(entity)), entity]))
  const campaigns = entities.filter(({ level }) => level === 'campaign')
  const byName = Map.groupBy(campaigns, ({ platform, name }) => `${platform}\n${normaliseName(name)}`)
  const byClick = new Map(clicks.map((click) => [click.click_id, toSpot(click)]))
  return {
    find: (level, platform, id) => {
      const found = id === '' ? undefined : byId.get(keyOf(level, platform, id))
      return found && toSpot(found)
    },
    findNamed: (platform, name) => {
      const [found, other] = byName.get(`${platform}\n${normaliseName(name)}`) ?? []
      return found && !other && normaliseName(name) !== '' ? toSpot(found) : undefined
    },
    findClick: (clickId) => byClick.get(clickId),
    campaignOf: (platform, campaignId) => byId.get(keyOf('campaign', platform, campaignId)),
  }
}

/** Lower case, with every run of spaces, `_`, `-`, `+` and `|` as one space: platforms and people write names differently. */
export function normaliseName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_+|-]+/g, ' ')
    .trim()
}

const entitiesSql = `SELECT platform, account_id, toString(level) AS level, campaign_id, ad_set_id, ad_id, name, kind
  FROM ad_entities
  WHERE shop_id = {shop:UUID} AND platform IN {platforms:Array(String)} AND (ad_entities.level = 'campaign'
    OR ad_entities.level = 'ad_set' AND ad_set_id IN {adSets:Array(String)}
    OR ad_entities.level = 'ad' AND ad_id IN {ads:Array(String)})`

async function readEntities({ warehouse }: Pick<WriteContext, 'warehouse'>, drafts: readonly Wanted[]) {
  const platforms = [...new Set(drafts.flatMap(({ platform }) => adConnectors[platform] ?? []))]
  if (platforms.length === 0) return []
  const [adSets, ads] = [distinct(drafts, ({ adSetId }) => adSetId), distinct(drafts, ({ adId }) => adId)]
  const entities: Entity[] = []
  for (let start = 0; start === 0 || start < Math.max(adSets.length, ads.length); start += idsPerQuery) {
    const params = { platforms, adSets: piece(adSets, start), ads: piece(ads, start) }
    entities.push(...(await warehouse.read({ sql: entitiesSql, params }, Entity)))
  }
  return entities
}

const withClicks = adPlatforms.flatMap(({ id, visits }) => (visits.hasClickLog ? [id] : []))
const clicksSql = `SELECT click_id, account_id, campaign_id, ad_set_id, ad_id FROM ad_clicks
  WHERE shop_id = {shop:UUID} AND platform IN {platforms:Array(String)} AND click_id IN {clicks:Array(String)}`

async function readClicks({ warehouse }: Pick<WriteContext, 'warehouse'>, drafts: readonly Wanted[]) {
  const logged = drafts.filter(({ platform }) => findVisited(platform)?.visits.hasClickLog)
  const clicks = distinct(logged, ({ clickId }) => clickId)
  const found: z.infer<typeof Click>[] = []
  for (let start = 0; start < clicks.length; start += idsPerQuery)
    found.push(
      ...(await warehouse.read(
        { sql: clicksSql, params: { platforms: withClicks, clicks: piece(clicks, start) } },
        Click,
      )),
    )
  return found
}

function distinct(drafts: readonly Wanted[], valueOf: (draft: Wanted) => string): string[] {
  return [...new Set(drafts.map(valueOf))].filter((value) => value !== '')
}

function piece(ids: readonly string[], start: number): string[] {
  return ids.slice(start, start + idsPerQuery)
}

function idOf({ level, campaign_id, ad_set_id, ad_id }: Entity): string {
  if (level === 'ad') return ad_id
  return level === 'ad_set' ? ad_set_id : campaign_id
}

function keyOf(level: string, platform: string, id: string): string {
  return `${level} ${platform} ${id}`
}

function toSpot(place: Omit<z.infer<typeof Click>, 'click_id'>): AdSpot {
  const { account_id, campaign_id, ad_set_id, ad_id } = place
  return { accountId: account_id, campaignId: campaign_id, adSetId: ad_set_id, adId: ad_id }
}
