import { type PlaceLevel, placeLevels } from '@tillsight/metrics'
import { connectorList } from '@tillsight/platforms/connectors'
import type { CompiledQuery } from '@tillsight/warehouse'
import { z } from 'zod'
import { AdEntity, entitiesSql, loadFewEntities } from '../ad-facts/index.ts'
import { createShopReads, defineVerb, type FactsMemory, type ShopContext } from '../context/index.ts'
import { PlaceFacts } from './outputs.ts'
import { type AdPlaceKey, parsePlace } from './place-key.ts'

/** Keys of the rows of one level of a table. */
const DescribePlacesInput = z.object({
  level: z.enum(placeLevels),
  keys: z.array(z.string().min(1).max(600)).max(1000),
})

/** Reads the current set-up of the campaigns, ad sets or ads of some rows; invalid keys are left out. */
export const describePlaces = defineVerb({
  name: 'campaigns.places',
  needs: 'metrics:read',
  access: 'read',
  input: DescribePlacesInput,
  output: z.array(PlaceFacts),
  async run(ctx, { level, keys }): Promise<PlaceFacts[]> {
    const asked = keys.flatMap((key) => {
      const place = parsePlace(level, key)
      return place ? [{ key, place }] : []
    })
    if (asked.length === 0) return []
    const find = await readEntities(
      ctx,
      asked.map(({ place }) => place),
    )
    return asked.map(({ key, place }) => toFacts(key, place, (at) => find(at, place)))
  },
})

function toFacts(key: string, place: AdPlaceKey, at: (level: PlaceLevel) => AdEntity | undefined): PlaceFacts {
  const own = at(place.level)
  return {
    ...(own ? setUpOf(own) : untold),
    key,
    level: place.level,
    campaignName: at('campaign')?.name ?? '',
    adSetName: place.level === 'campaign' ? '' : (at('ad_set')?.name ?? ''),
    managerUrl: managerUrlOf(place),
  }
}

type SetUp = Omit<PlaceFacts, 'key' | 'level' | 'campaignName' | 'adSetName' | 'managerUrl'>

/** The set-up before the platform has reported it. */
const untold: SetUp = {
  name: '',
  statusText: '',
  kind: '',
  budget: null,
  startsOn: null,
  endsOn: null,
  landingUrl: null,
  urlTags: null,
  creative: null,
}

function setUpOf(row: AdEntity): SetUp {
  return {
    name: row.name,
    status: row.status || undefined,
    statusText: row.status_text,
    kind: row.kind,
    budget: toBudget(row),
    startsOn: toDay(row.starts_on),
    endsOn: toDay(row.ends_on),
    landingUrl: row.landing_url || null,
    urlTags: row.url_tags || null,
    creative: toCreative(row),
  }
}

function toBudget({ budget, budget_per: per, budget_shared_by: sharedBy }: AdEntity): PlaceFacts['budget'] {
  return per === 'none' ? null : { amount: budget, per, sharedBy: sharedBy || null }
}

function toCreative(row: AdEntity): PlaceFacts['creative'] {
  const { creative_id: id, title, text } = row
  if (id === '' && title === '' && text === '') return null
  return { id, title, text, isVideo: row.is_video === 1, hasPicture: row.has_picture === 1 }
}

/** Date columns hold the earliest possible day where there is none. */
function toDay(text: string): string | null {
  return text === '1970-01-01' ? null : text
}

function managerUrlOf({ platform, ...place }: AdPlaceKey): string | null {
  return connectorList.find(({ id }) => id === platform)?.ads?.managerUrl(place) ?? null
}

type Ids = Pick<AdEntity, 'platform' | 'account_id' | 'campaign_id' | 'ad_set_id' | 'ad_id'>

/** Finds an entity at one level: the one of the key, or a parent. */
type FindEntity = (level: PlaceLevel, place: AdPlaceKey) => AdEntity | undefined

/**
 * Reads the set-up of entities and their parents. Each is read once per facts version: whoever changes a set-up raises the
 * version afterwards.
 */
async function readEntities(ctx: ShopContext, places: readonly AdPlaceKey[]): Promise<FindEntity> {
  const { facts, reads = createShopReads(ctx) } = ctx
  const state = facts && (await reads.factsState())
  const known = facts && state?.isSettled ? await recall(ctx, places, { facts, ...state }) : await read(ctx, places)
  return (level, place) => known.get(idOf(level, rowOf(place)))
}

interface Memory {
  readonly facts: FactsMemory
  readonly version: bigint
}

/** All of a shop with few, which take little longer than some of them; otherwise each for itself. */
async function recall(
  ctx: ShopContext,
  places: readonly AdPlaceKey[],
  memory: Memory,
): Promise<ReadonlyMap<string, AdEntity>> {
  const all = await loadFewEntities(ctx, memory.version)
  return all.length > 0 ? byId(all) : recallEntities(ctx, places, memory)
}

/** Reads those not in the cache together. */
async function recallEntities(
  ctx: ShopContext,
  places: readonly AdPlaceKey[],
  { facts, version }: Memory,
): Promise<ReadonlyMap<string, AdEntity>> {
  const unknown = new Set<AdPlaceKey>()
  let reading: ReturnType<typeof read> | undefined
  const readTogether = async () => {
    await Promise.resolve()
    reading ??= read(ctx, [...unknown])
    return reading
  }
  const readOne = async (id: string, place: AdPlaceKey) => {
    unknown.add(place)
    const row = (await readTogether()).get(id)
    return row ? [row] : []
  }
  const wanted = new Map(
    places.flatMap((place) =>
      placeLevels
        .slice(0, placeLevels.indexOf(place.level) + 1)
        .map((level) => [idOf(level, rowOf(place)), place] as const),
    ),
  )
  const found = await Promise.all(
    [...wanted].map(async ([id, place]) => {
      const { known, keep } = facts.rows.at(`${ctx.shop.id} ${version} entity ${id}`)
      return [id, await (known ?? keep(readOne(id, place)))] as const
    }),
  )
  // Holds because the rows were parsed by that schema.
  return new Map(found.flatMap(([id, [row]]) => (row ? [[id, row as AdEntity]] : [])))
}

async function read({ warehouse }: ShopContext, places: readonly AdPlaceKey[]): Promise<ReadonlyMap<string, AdEntity>> {
  return byId(await warehouse.read(entitiesQuery(places), AdEntity, { lookup: true }))
}

function byId(rows: readonly AdEntity[]): ReadonlyMap<string, AdEntity> {
  return new Map(rows.map((row) => [idOf(row.level, row), row]))
}

function idOf(level: PlaceLevel, ids: Ids): string {
  const deeper = level === 'campaign' ? [] : level === 'ad_set' ? [ids.ad_set_id] : [ids.ad_set_id, ids.ad_id]
  return [level, ids.platform, ids.account_id, ids.campaign_id, ...deeper].join('\n')
}

function rowOf({ platform, accountId, campaignId, adSetId, adId }: AdPlaceKey): Ids {
  return { platform, account_id: accountId, campaign_id: campaignId, ad_set_id: adSetId, ad_id: adId }
}

/** Reads these entities and their parents; may include a few others. */
function entitiesQuery(places: readonly AdPlaceKey[]): CompiledQuery {
  const all = (part: (place: AdPlaceKey) => string) => [...new Set(places.map(part))]
  return {
    sql: `${entitiesSql} AND platform IN {platforms:Array(String)} AND account_id IN {accounts:Array(String)}
        AND campaign_id IN {campaigns:Array(String)}
        AND (ad_entities.level = 'campaign'
          OR (ad_entities.level = 'ad_set' AND ad_set_id IN {adSets:Array(String)})
          OR (ad_entities.level = 'ad' AND ad_id IN {ads:Array(String)}))`,
    params: {
      platforms: all(({ platform }) => platform),
      accounts: all(({ accountId }) => accountId),
      campaigns: all(({ campaignId }) => campaignId),
      adSets: all(({ adSetId }) => adSetId),
      ads: all(({ adId }) => adId),
    },
  }
}
