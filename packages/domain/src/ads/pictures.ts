import { hash } from 'node:crypto'
import { type Clock, isAppError } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import {
  type AdPictureRow,
  findAdPicture,
  findConnection,
  listAdAccounts,
  listAdPictures,
  saveAdPicture,
  takeAdTurn,
} from '@tillsight/database'
import { type HttpClient, isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  accountsToRead,
  type Connection,
  type ConnectionContext,
  callPlatform,
  openConnection,
  storedAccount,
  whileOthersWait,
} from '../connections/index.ts'
import { assertAllowed, type ShopContext } from '../context/index.ts'
import { mayPass, type ReachServices } from './reach.ts'

/** The stored thumbnail of an ad; undefined while there is none, in which case it is requested. */
export async function findPicture(
  ctx: ConnectionContext,
  key: string,
): Promise<(Pick<AdPictureRow, 'type' | 'source'> & { readonly bytes: Uint8Array }) | undefined> {
  assertAllowed(ctx.actor, 'metrics:read', 'ads.picture')
  const asked = parsePictureKey(key)
  if (!asked) return undefined
  const found = await findAdPicture(ctx.queries, ctx.shop.id, key)
  if (found?.bytes) return { type: found.type, source: found.source, bytes: found.bytes }
  if (!found) await askForPictures(ctx, asked.platform)
  return undefined
}

const lookAgainAfterMs = 10 * 60_000

async function askForPictures(
  { db, shop, services, queries, clock }: ConnectionContext,
  platform: string,
): Promise<void> {
  const row = await queries
    .selectFrom('connections')
    .select('id')
    .where('shopId', '=', shop.id)
    .where('connector', '=', platform)
    .executeTakeFirst()
  if (!row) return
  const now = clock.now()
  const day = dayOf(now, 'UTC')
  const turn = { accountId: '', day, fetchedAt: now, unlessSince: new Date(now.getTime() - lookAgainAfterMs) }
  if (await takeAdTurn(db.kysely, { shop: shop.id, platform, kind: 'pictures' }, turn))
    await services.requests.pictures(row.id)
}

/** Services that fetching pictures needs. */
export interface PictureServices extends ReachServices {
  /** Re-encodes a picture as a small thumbnail; throws `invalid_input` if it is not a picture. */
  encodePicture(image: Uint8Array): Promise<Uint8Array>
}

const picturesPerJob = 500
const largestBytes = 8 * 1024 * 1024
const timeoutMs = 20_000
/** A picture that was unavailable is tried again after this many days. */
const missingForDays = 7
const spentWithinDays = 90

/**
 * Fetches missing pictures, those of ads with recent spend first. Picture addresses expire; an expired one is requested once
 * more. Returns how many pictures were added.
 */
export async function fetchPictures(
  services: PictureServices,
  { connection: id, signal }: { readonly connection: Connection['id']; readonly signal: AbortSignal },
): Promise<number> {
  const { db, connections } = services
  const row = await findConnection(db.kysely, id)
  if (!row || row.paused) return 0
  const connection = openConnection(row, connections)
  if (!connection.connector.ads || !connection.verified || connection.problem) return 0
  const shop = await services.openShop(connection.shopId)
  const http = connections.openHttp(connection.connector, whileOthersWait)
  let fetched = 0
  try {
    for (const ad of await listMissing(shop, connection.connector.id, services.clock)) {
      signal.throwIfAborted()
      const bytes = await fetchOne({ services, connection, http, signal }, ad)
      await saveAdPicture(db.kysely, {
        shopId: shop.shop.id,
        key: ad.key,
        bytes: bytes ? Buffer.from(bytes) : null,
        type: 'image/webp',
        source: ad.source,
        fetchedAt: services.clock.now(),
      })
      if (bytes) fetched += 1
    }
    return fetched
  } finally {
    http.close()
  }
}

const Ad = z.object({
  account_id: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  creative_id: z.string(),
  image_url: z.string(),
})

interface MissingPicture extends z.infer<typeof Ad> {
  readonly key: string
  readonly source: string
}

async function listMissing(shop: ShopContext, platform: string, clock: Clock): Promise<MissingPicture[]> {
  const now = clock.now()
  const known = new Map(
    (await listAdPictures(shop.db.kysely, shop.shop.id, platform)).map((picture) => [picture.key, picture]),
  )
  const since = addDays(dayOf(now, 'UTC'), -spentWithinDays)
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
  const staleMs = missingForDays * 86_400_000
  return ads
    .map((ad) => ({
      ...ad,
      key: pictureKey({ platform, accountId: ad.account_id, adId: ad.ad_id }),
      source: sourceOf(ad),
    }))
    .filter(({ key, source }) => {
      const picture = known.get(key)
      if (!picture || picture.source !== source) return true
      return !picture.isThere && now.getTime() - picture.fetchedAt.getTime() > staleMs
    })
    .slice(0, picturesPerJob)
}

/**
 * Addresses are signed anew on every read: a picture is identified by its creative, or by the address without its query
 * string.
 */
function sourceOf({ creative_id, image_url }: z.infer<typeof Ad>): string {
  const [place = ''] = image_url.split('?')
  return hash('sha256', creative_id === '' ? place : creative_id, 'hex').slice(0, 24)
}

interface Fetching {
  readonly services: PictureServices
  readonly connection: Connection
  readonly http: HttpClient
  readonly signal: AbortSignal
}

/** Undefined where no picture is available. */
async function fetchOne(fetching: Fetching, ad: MissingPicture): Promise<Uint8Array | undefined> {
  const stored = ad.image_url === '' ? undefined : await download(fetching, ad.image_url)
  const image = stored ?? (await downloadAnew(fetching, ad))
  if (!image) return undefined
  try {
    return await fetching.services.encodePicture(image)
  } catch (error) {
    if (!isAppError(error)) throw error
    fetching.services.log.warn({ picture: ad.key, err: error }, 'the picture of an ad is not one')
    return undefined
  }
}

async function download({ http, signal, services }: Fetching, url: string): Promise<Uint8Array | undefined> {
  if (!/^https?:\/\//.test(url)) return undefined
  try {
    const { status, body } = await http.request({ method: 'GET', url, timeoutMs, retries: 1, signal })
    return status === 200 && body.byteLength > 0 && body.byteLength <= largestBytes ? body : undefined
  } catch (error) {
    if (!isConnectorError(error)) throw error
    services.log.warn({ err: error }, 'the picture of an ad could not be fetched')
    return undefined
  }
}

/** Requests a fresh picture address from the platform and downloads it. */
async function downloadAnew(fetching: Fetching, ad: MissingPicture): Promise<Uint8Array | undefined> {
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
    log.warn({ picture: ad.key, err: error }, 'where the picture of an ad is now is not told')
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
function parsePictureKey(text: string): PictureKey | undefined {
  const [platform = '', accountId = '', adId = '', more] = text.split('.')
  if (!/^[a-z]+$/.test(platform) || accountId === '' || adId === '' || more !== undefined) return undefined
  return { platform, accountId, adId }
}
