import { placeholderPatterns } from '@tillsight/attribution'
import { addDays, dayOf, startOfDay } from '@tillsight/core/days'
import { type AdPlatformId, adPlatformIds, findAdPlatform } from '@tillsight/platforms'
import { connectorList } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'

/** Visits whose address contains a platform's unreplaced placeholder, such as `{{ad.id}}`. */
const UnfilledMacros = z.object({
  /** Visits with at least one of them. */
  visits: z.number(),
  /** The most frequent first, 50 at most. */
  parameters: z.array(
    z.object({
      /** The parameter's name, in lower case: `utm_id`. */
      name: z.string(),
      /** The placeholder: `{{campaign.id}}`. */
      found: z.string(),
      visits: z.number(),
    }),
  ),
})
type UnfilledMacros = z.infer<typeof UnfilledMacros>

const AllRow = z.object({ visits: z.coerce.number(), parameters: UnfilledMacros.shape.parameters })

const patterns = {
  macro_name: `(?i)${placeholderPatterns.name}`,
  macro_value: `(?i)${placeholderPatterns.value}`,
}

const mostParameters = 50

/** Nearly all addresses are excluded by a plain text search; only the rest is parsed. */
const unfilledSql = `WITH unfilled AS (
    SELECT touch_id, arrayDistinct(arrayFilter(x -> match(x.1, {macro_name:String}) AND match(x.2, {macro_value:String}),
      arrayMap(x -> (lower(substring(x, 1, position(x, '=') - 1)), trimBoth(decodeURLFormComponent(substring(x, position(x, '=') + 1)))),
        extractURLParameters(url)))) AS pairs
    FROM touches
    WHERE shop_id = {shop:UUID} AND touches.kind = 'click' AND bot != 'bot' AND origin IN ('pixel', 'server')
      AND at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND platform IN ({site:String}, {platform:String}, '')
      AND match(url, '\\\\{|%7B|%7b|=_')
      AND notEmpty(pairs) AND (platform != '' OR arrayExists(x -> match(x.2, {shape:String}), pairs))
  )
  SELECT (SELECT count() FROM unfilled) AS visits,
    groupArray(CAST((name, found, seen), 'Tuple(name String, found String, visits UInt32)')) AS parameters
  FROM (
    SELECT pair.1 AS name, pair.2 AS found, count() AS seen FROM unfilled ARRAY JOIN pairs AS pair
    GROUP BY name, found ORDER BY seen DESC, name, found LIMIT ${mostParameters}
  )`

const lookedAtDays = 30
/** More ads than anybody fixes individually; the spend of the remaining ones is still included in the total. */
const mostAds = 500

const TaggedAd = z.object({
  accountId: z.string(),
  campaignId: z.string(),
  adSetId: z.string(),
  adId: z.string(),
  name: z.string(),
  campaignName: z.string(),
  /** Kind of the campaign, in the platform's words. */
  kind: z.string(),
  status: z.string(),
  /** For the reported days, in {@link currency}, the account's. */
  spend: z.string(),
  currency: z.string(),
  landingUrl: z.string(),
  /** Parameters that the platform adds to the address, with unreplaced macros; empty if none. */
  urlTags: z.string(),
  managerUrl: z.string().nullable(),
})

/** Ads of a platform that are active or had recent spend, and how precisely their paid visits are known. */
export const TaggedAds = z.object({
  /** The reported shop days, including today. */
  from: z.string(),
  to: z.string(),
  /** Ads with the highest spend come first. */
  ads: z.array(TaggedAd),
  count: z.number(),
  /** Paid visits of these days, by how precisely their ad is known, and the number with a click id. */
  visits: z.object({
    paid: z.number(),
    withClickId: z.number(),
    ad: z.number(),
    adSet: z.number(),
    campaign: z.number(),
    name: z.number(),
    platform: z.number(),
    none: z.number(),
  }),
  /** Visits of these days, paid or not, whose address contains an unreplaced macro of the platform. */
  unfilled: UnfilledMacros,
})
export type TaggedAds = z.infer<typeof TaggedAds>

const AdRow = z.object({
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  campaign_name: z.string(),
  kind: z.string(),
  status: z.string(),
  spend: z.string(),
  currency: z.string(),
  landing_url: z.string(),
  url_tags: z.string(),
  all_ads: z.coerce.number(),
})

const VisitRow = z.object({ joined: z.string(), visits: z.coerce.number(), with_click_id: z.coerce.number() })

/** The ads of a platform with their address parameters, and what arrived of these in the last 30 days. */
export const listTaggedAds = defineVerb({
  name: 'tracking.ads',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ platform: z.enum(adPlatformIds) }),
  output: TaggedAds,
  async run(ctx, { platform }): Promise<TaggedAds> {
    const to = dayOf(ctx.clock.now(), ctx.shop.zone)
    const from = addDays(to, 1 - lookedAtDays)
    const params = { platform, from, to }
    const told = findAdPlatform(platform)
    const asked = {
      platform,
      site: told?.visits.name ?? platform,
      shape: told?.tracking.macroShape ?? '',
      fromMs: startOfDay(from, ctx.shop.zone).getTime(),
    }
    const [rows, visits, unfilled] = await Promise.all([
      ctx.warehouse.read({ sql: adsSql, params: { ...params, limit: mostAds } }, AdRow),
      readVisits(ctx, asked),
      readUnfilled(ctx, asked),
    ])
    const manager = connectorList.find(({ id }) => id === platform)?.ads
    return {
      from,
      to,
      ads: rows.map(({ account_id: accountId, campaign_id: campaignId, ad_set_id: adSetId, ad_id: adId, ...row }) => ({
        accountId,
        campaignId,
        adSetId,
        adId,
        name: row.name,
        campaignName: row.campaign_name,
        kind: row.kind,
        status: row.status,
        spend: row.spend,
        currency: row.currency,
        landingUrl: row.landing_url,
        urlTags: row.url_tags,
        managerUrl: manager?.managerUrl({ level: 'ad', accountId, campaignId, adSetId, adId }) ?? null,
      })),
      count: rows[0]?.all_ads ?? 0,
      visits,
      unfilled,
    }
  },
})

async function readVisits(
  { warehouse }: ShopContext,
  { platform, site, fromMs }: Params,
): Promise<TaggedAds['visits']> {
  const rows = await warehouse.read({ sql: visitsSql, params: { site, platform, from_ms: fromMs } }, VisitRow)
  const of = (joined: string) => rows.find((row) => row.joined === joined)?.visits ?? 0
  return {
    paid: rows.reduce((sum, { visits }) => sum + visits, 0),
    withClickId: rows.reduce((sum, { with_click_id: count }) => sum + count, 0),
    ad: of('ad'),
    adSet: of('ad_set'),
    campaign: of('campaign'),
    name: of('name'),
    platform: of('platform'),
    none: of('none'),
  }
}

const adsSql = `WITH spent AS (
    SELECT account_id, campaign_id, ad_set_id, ad_id, sum(ad_days.spend) AS cost, any(ad_days.currency) AS paid_in
    FROM ad_days
    WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND ad_id != ''
      AND day BETWEEN toDate({from:String}) AND toDate({to:String})
    GROUP BY account_id, campaign_id, ad_set_id, ad_id
  )
  SELECT ads.account_id AS account_id, ads.campaign_id AS campaign_id, ads.ad_set_id AS ad_set_id, ads.ad_id AS ad_id,
    ads.name AS name, campaigns.campaign_name AS campaign_name, campaigns.campaign_kind AS kind, ads.status AS status,
    toString(spent.cost) AS spend, spent.paid_in AS currency, ads.landing_url AS landing_url, ads.url_tags AS url_tags,
    count() OVER () AS all_ads
  FROM (
    SELECT account_id, campaign_id, ad_set_id, ad_id, name, toString(status) AS status, landing_url, url_tags
    FROM ad_entities
    WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND ad_entities.level = 'ad'
  ) AS ads
  LEFT JOIN spent ON spent.account_id = ads.account_id AND spent.campaign_id = ads.campaign_id
    AND spent.ad_set_id = ads.ad_set_id AND spent.ad_id = ads.ad_id
  LEFT JOIN (
    SELECT account_id, campaign_id, any(name) AS campaign_name, any(toString(kind)) AS campaign_kind
    FROM ad_entities
    WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND ad_entities.level = 'campaign'
    GROUP BY account_id, campaign_id
  ) AS campaigns ON campaigns.account_id = ads.account_id AND campaigns.campaign_id = ads.campaign_id
  WHERE ads.status = 'active' OR spent.cost > 0
  ORDER BY spent.cost DESC, ads.name, ads.ad_id
  LIMIT {limit:UInt32}`

const visitsSql = `SELECT toString(joined) AS joined, count() AS visits, countIf(click_id != '') AS with_click_id
  FROM touches
  WHERE shop_id = {shop:UUID} AND paid = 1 AND platform IN ({site:String}, {platform:String}) AND origin IN ('pixel', 'server')
    AND touches.kind = 'click' AND bot != 'bot' AND at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
  GROUP BY joined`

interface Params {
  readonly platform: AdPlatformId
  /** The platform's name in visits. */
  readonly site: string
  /** The shape of its macros, which identifies the platform of visits that name none. */
  readonly shape: string
  readonly fromMs: number
}

/** Counts visits since an instant by parameter with an unreplaced macro, without bots. */
async function readUnfilled(
  { warehouse }: ShopContext,
  { platform, site, shape, fromMs }: Params,
): Promise<UnfilledMacros> {
  const params = { site, platform, from_ms: fromMs, shape, ...patterns }
  const [row] = await warehouse.read({ sql: unfilledSql, params }, AllRow)
  return { visits: row?.visits ?? 0, parameters: row?.parameters ?? [] }
}
