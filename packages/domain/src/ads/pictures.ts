import { type Clock, isAppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import {
  type AdPictureRow,
  findAdPicture,
  findConnection,
  listAdPictures,
  saveAdPicture,
  takeAdTurn,
} from '@tillsight/database'
import { type Connection, type ConnectionContext, openConnection, whileOthersWait } from '../connections/index.ts'
import { assertAllowed, type ShopContext } from '../context/index.ts'
import { listAdsWithPictures, parsePictureKey } from './ad-pictures.ts'
import type { Fetching, KnownPicture, PictureServices } from './download-picture.ts'
import { listProductsWithPictures, productPictureKey, productPictures, sourceOfProduct } from './product-pictures.ts'

type Picture = Pick<AdPictureRow, 'type' | 'source'> & { readonly bytes: Uint8Array }

/** The stored thumbnail of an ad; undefined while there is none, in which case it is requested. */
export async function findPicture(ctx: ConnectionContext, key: string): Promise<Picture | undefined> {
  assertAllowed(ctx.actor, 'metrics:read', 'ads.picture')
  const asked = parsePictureKey(key)
  return asked && findStored(ctx, key, async () => asked.platform)
}

/** The stored thumbnail of a product, the same way. */
export async function findProductPicture(ctx: ConnectionContext, id: string): Promise<Picture | undefined> {
  assertAllowed(ctx.actor, 'metrics:read', 'product.picture')
  return findStored(ctx, productPictureKey(id), () => sourceOfProduct(ctx, id))
}

async function findStored(
  ctx: ConnectionContext,
  key: string,
  platformOf: () => Promise<string | undefined>,
): Promise<Picture | undefined> {
  const found = await findAdPicture(ctx.queries, ctx.shop.id, key)
  if (found?.bytes) return { type: found.type, source: found.source, bytes: found.bytes }
  const platform = found ? undefined : await platformOf()
  if (platform !== undefined) await askForPictures(ctx, platform)
  return undefined
}

const lookAgainAfterMs = 10 * 60_000

/** Asks for the missing pictures of a platform, at most once in a while. */
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

const picturesPerJob = 500
/** A picture that was unavailable is tried again after this many days. */
const missingForDays = 7

/**
 * Fetches missing pictures of a platform's ads, those with recent spend first, or of a store's products. Picture addresses expire; an expired one is requested once
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
  if (!connection.verified || connection.problem) return 0
  const shop = await services.openShop(connection.shopId)
  const http = connections.openHttp(connection.connector, whileOthersWait)
  let fetched = 0
  try {
    for (const { key, source, find } of await listMissing(shop, connection, services.clock)) {
      signal.throwIfAborted()
      const bytes = await fetchOne({ services, connection, http, signal }, { key, find })
      await saveAdPicture(db.kysely, {
        shopId: shop.shop.id,
        key,
        bytes: bytes ? Buffer.from(bytes) : null,
        type: 'image/webp',
        source,
        fetchedAt: services.clock.now(),
      })
      if (bytes) fetched += 1
    }
    return fetched
  } finally {
    http.close()
  }
}

/** Pictures of a connection's ads or products that were not fetched yet, the most important first. */
async function listMissing(shop: ShopContext, { connector }: Connection, clock: Clock): Promise<KnownPicture[]> {
  const now = clock.now()
  const isAds = connector.ads !== undefined
  const stored = await listAdPictures(shop.db.kysely, shop.shop.id, isAds ? connector.id : productPictures)
  const known = new Map(stored.map((picture) => [picture.key, picture]))
  const all = isAds
    ? await listAdsWithPictures(shop, connector.id, now)
    : await listProductsWithPictures(shop, connector.id)
  const staleMs = missingForDays * 86_400_000
  return all
    .filter(({ key, source }) => {
      const picture = known.get(key)
      if (!picture || picture.source !== source) return true
      return !picture.isThere && now.getTime() - picture.fetchedAt.getTime() > staleMs
    })
    .slice(0, picturesPerJob)
}

/** Undefined where no picture is available. */
async function fetchOne(
  fetching: Fetching,
  { key, find }: Pick<KnownPicture, 'key' | 'find'>,
): Promise<Uint8Array | undefined> {
  const image = await find(fetching)
  if (!image) return undefined
  try {
    return await fetching.services.encodePicture(image)
  } catch (error) {
    if (!isAppError(error)) throw error
    fetching.services.log.warn({ picture: key, err: error }, 'the picture is not one')
    return undefined
  }
}
