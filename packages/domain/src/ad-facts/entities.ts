import { placeColumns, placeLevels } from '@tillsight/metrics'
import type { CompiledQuery } from '@tillsight/warehouse'
import { z } from 'zod'
import { nowhere, type ShopContext } from '../context/index.ts'

/** A row read from `ad_entities`. */
export const AdEntity = z.object({
  platform: z.string(),
  account_id: z.string(),
  level: z.enum(placeLevels),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  /** A status written by a newer version of the program is unknown here and read as empty. */
  status: z.enum(['active', 'paused', 'inactive', 'in_review', 'rejected', 'removed', '']).catch(''),
  status_text: z.string(),
  kind: z.string(),
  budget: z.string(),
  budget_per: z.enum(['none', 'day', 'lifetime']),
  budget_shared_by: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  landing_url: z.string(),
  url_tags: z.string(),
  creative_id: z.string(),
  title: z.string(),
  text: z.string(),
  has_picture: z.coerce.number(),
  is_video: z.coerce.number(),
})
export type AdEntity = z.infer<typeof AdEntity>

/** Its key in queries about its level: the ids from the platform down. */
export function keyOfEntity(entity: AdEntity): string {
  return placeColumns(entity.level)
    .map((column) => entity[column])
    .join('/')
}

/** Selects all of a shop's. */
export const entitiesSql = `SELECT platform, account_id, toString(level) AS level, campaign_id, ad_set_id, ad_id, name, status, status_text,
    kind, toString(budget) AS budget, toString(budget_per) AS budget_per, budget_shared_by,
    toString(starts_on) AS starts_on, toString(ends_on) AS ends_on, landing_url, url_tags, creative_id, title, text,
    image_url != '' AS has_picture, is_video
  FROM ad_entities
  WHERE shop_id = {shop:UUID}`

const fewEntities: CompiledQuery = {
  sql: `${entitiesSql} AND ad_entities.level != 'account' AND (SELECT count() FROM ad_entities WHERE shop_id = {shop:UUID}) <= {most:UInt32}`,
  params: { most: 1500 },
}

type Context = Pick<ShopContext, 'facts' | 'shop'>

/** Each version of the facts has its own: whoever changes a set-up raises the version afterwards. */
function placeOf({ facts, shop }: Context, version: bigint) {
  return facts?.rows.at(`${shop.id} ${version} entities`) ?? nowhere
}

/** What `loadFewEntities` has read of a shop since its facts are of this version; undefined before. */
export function knownEntities(ctx: Context, version: bigint): Promise<readonly AdEntity[]> | undefined {
  // Holds because nothing else is kept there, and that was parsed.
  return placeOf(ctx, version).known?.then((rows) => rows as readonly AdEntity[])
}

/** All entities of a shop that has few, once per version; none of another. It takes little longer than reading some of them. */
export function loadFewEntities(ctx: ShopContext, version: bigint): Promise<readonly AdEntity[]> {
  const known = knownEntities(ctx, version)
  if (known) return known
  const asking = ctx.warehouse.read(fewEntities, AdEntity, { lookup: true })
  void placeOf(ctx, version).keep(asking)
  return asking
}
