import type { CompiledQuery } from '@tillsight/metrics'
import { z } from 'zod'
import type { AdPlaceKey } from './place-key.ts'

const statuses = ['active', 'paused', 'inactive', 'in_review', 'rejected', 'removed'] as const

/** A row of `ad_entities` as it is read. */
export const EntityRow = z.object({
  platform: z.string(),
  account_id: z.string(),
  level: z.enum(['campaign', 'ad_set', 'ad']),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  /** What a newer version may have written is no state that anything here knows. */
  status: z.enum([...statuses, '']).catch(''),
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
export type EntityRow = z.infer<typeof EntityRow>

/** Entities of these places and of what stands above them; a few more may come. */
export function entitiesQuery(places: readonly AdPlaceKey[]): CompiledQuery {
  const all = (part: (place: AdPlaceKey) => string) => [...new Set(places.map(part))]
  return {
    sql: `SELECT platform, account_id, toString(level) AS level, campaign_id, ad_set_id, ad_id, name, status, status_text,
        kind, toString(budget) AS budget, toString(budget_per) AS budget_per, budget_shared_by,
        toString(starts_on) AS starts_on, toString(ends_on) AS ends_on, landing_url, url_tags, creative_id, title, text,
        image_url != '' AS has_picture, is_video
      FROM ad_entities
      WHERE shop_id = {shop:UUID} AND platform IN {platforms:Array(String)} AND account_id IN {accounts:Array(String)}
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
