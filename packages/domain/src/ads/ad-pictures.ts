import { addDays, dayOf } from '@tillsight/core/days'
import { listAdAccounts } from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { accountsToRead, callPlatform, storedAccount } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import { download, type Fetching, fingerprint, type KnownPicture, lookedAtDays } from './download-picture.ts'
import { mayPass } from './reach.ts'

const Ad = z.object({
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  creative_id: z.string(),
  image_url: z.string(),
})

type Ad = z.infer<typeof Ad>

/** Ads of a platform with a picture, those with most spend lately first. */
export async function listAdsWithPictures(shop: ShopContext, platform: string, now: Date): Promise<KnownPicture[]> {
  const since = addDays(dayOf(now, 'UTC'), -lookedAtDays)
  const ads = await shop.warehouse.read(
    {
      sql: `SELECT account_id, campaign_id, ad_set_id, ad_id, creative_id, image_url
        FROM (
          SELECT account_id, campaign_id, ad_set_id, ad_id, creative_id, image_url FROM ad_entities
          WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND level = 'ad' AND (image_url != '' OR creative_id != '')
        ) AS ads
        LEFT JOIN (
          SELECT account_id AS spent_account, ad_id AS spent_ad, sum(spend) AS spent FROM ad_days
          WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND ad_id != '' AND day >= toDate({since:String})
          GROUP BY spent_account, spent_ad
        ) AS spends ON account_id = spent_account AND ad_id = spent_ad
        ORDER BY spent DESC, account_id, ad_id`,
      params: { platform, since },
    },
    Ad,
  )
  return ads.map((ad) => ({
    key: pictureKey({ platform, accountId: ad.account_id, adId: ad.ad_id }),
    source: sourceOf(ad),
    find: async (fetching) =>
      (ad.image_url === '' ? undefined : await download(fetching, ad.image_url)) ?? downloadAnew(fetching, ad),
  }))
}

/**
 * Addresses are signed anew on every read: a picture is identified by its creative, or by the address without its query
 * string.
 */
function sourceOf({ creative_id, image_url }: Ad): string {
  return fingerprint(creative_id === '' ? (image_url.split('?')[0] ?? '') : creative_id)
}

/** Requests a fresh picture address from the platform and downloads it. */
async function downloadAnew(fetching: Fetching, ad: Ad): Promise<Uint8Array | undefined> {
  const { services, connection, signal } = fetching
  const { ads } = connection.connector
  if (!ads?.pictureOf) return undefined
  const { db, connections, clock, log } = services
  const accounts = accountsToRead(await listAdAccounts(db.kysely, connection.id))
  const account = { ...storedAccount(connection, { db, services: connections }), accounts }
  const place = {
    accountId: ad.account_id,
    level: 'ad',
    campaignId: ad.campaign_id,
    adSetId: ad.ad_set_id,
    adId: ad.ad_id,
    creativeId: ad.creative_id,
  } as const
  try {
    const url = await callPlatform(connections, { account, clock, signal }, async (ctx) => ads.pictureOf?.(ctx, place))
    return url === undefined ? undefined : await download(fetching, url)
  } catch (error) {
    if (!isConnectorError(error) || mayPass(error.failure)) throw error
    log.warn({ picture: ad.ad_id, err: error }, 'where the picture of an ad is now is not told')
    return undefined
  }
}

/** Identifies the ad of a picture. */
interface PictureKey {
  readonly platform: string
  readonly accountId: string
  readonly adId: string
}

/** `platform.account.ad`, as used in the picture's address. */
function pictureKey({ platform, accountId, adId }: PictureKey): string {
  return `${platform}.${accountId}.${adId}`
}

/** Parses a key; undefined if it is invalid. */
export function parsePictureKey(text: string): PictureKey | undefined {
  const [platform = '', accountId = '', adId = '', more] = text.split('.')
  if (!/^[a-z]+$/.test(platform) || accountId === '' || adId === '' || more !== undefined) return undefined
  return { platform, accountId, adId }
}
