import { createShopReads, type ShopContext } from '../context/index.ts'
import { EntityRow, entitiesQuery } from './entity-rows.ts'
import { type AdPlaceKey, type PlaceLevel, placeLevels } from './place-key.ts'

type Ids = Pick<EntityRow, 'platform' | 'account_id' | 'campaign_id' | 'ad_set_id' | 'ad_id'>

/** What is set up at one level of a place: the place itself, or what it stands in. */
export type FindEntity = (level: PlaceLevel, place: AdPlaceKey) => EntityRow | undefined

/**
 * Reads how places and what stands above them are set up. As long as the facts are of one version, each is read once:
 * whoever changes a set-up announces newer facts afterwards.
 */
export async function readEntities(ctx: ShopContext, places: readonly AdPlaceKey[]): Promise<FindEntity> {
  const { facts, shop, queries, reads = createShopReads(queries, shop.id) } = ctx
  const state = facts && (await reads.factsState())
  const known = facts && state?.isSettled ? await recallEntities(ctx, places, state.version) : await read(ctx, places)
  return (level, place) => known.get(idOf(level, rowOf(place)))
}

/** Those that are not remembered are read together. */
async function recallEntities(
  ctx: ShopContext,
  places: readonly AdPlaceKey[],
  version: bigint,
): Promise<ReadonlyMap<string, EntityRow>> {
  const unknown = new Set<AdPlaceKey>()
  let reading: ReturnType<typeof read> | undefined
  const readTogether = async () => {
    await Promise.resolve()
    reading ??= read(ctx, [...unknown])
    return reading
  }
  const recallOne = (id: string, place: AdPlaceKey) =>
    ctx.facts?.rows.recall(`${ctx.shop.id} ${version} entity ${id}`, async () => {
      unknown.add(place)
      const row = (await readTogether()).get(id)
      return row ? [row] : []
    })
  const wanted = new Map(
    places.flatMap((place) =>
      placeLevels
        .slice(0, placeLevels.indexOf(place.level) + 1)
        .map((level) => [idOf(level, rowOf(place)), place] as const),
    ),
  )
  const found = await Promise.all(
    [...wanted].map(async ([id, place]) => [id, (await recallOne(id, place)) ?? []] as const),
  )
  // Holds because they were read as such.
  return new Map(found.flatMap(([id, [row]]) => (row ? [[id, row as EntityRow]] : [])))
}

async function read(
  { warehouse }: ShopContext,
  places: readonly AdPlaceKey[],
): Promise<ReadonlyMap<string, EntityRow>> {
  const rows = await warehouse.read(entitiesQuery(places), EntityRow, { lookup: true })
  return new Map(rows.map((row) => [idOf(row.level, row), row]))
}

function idOf(level: PlaceLevel, ids: Ids): string {
  const deeper = level === 'campaign' ? [] : level === 'ad_set' ? [ids.ad_set_id] : [ids.ad_set_id, ids.ad_id]
  return [level, ids.platform, ids.account_id, ids.campaign_id, ...deeper].join('\n')
}

function rowOf({ platform, accountId, campaignId, adSetId, adId }: AdPlaceKey): Ids {
  return { platform, account_id: accountId, campaign_id: campaignId, ad_set_id: adSetId, ad_id: adId }
}
