import { type Clock, isAppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { findAdPicture, findConnection, listAdPictures, saveAdPicture, takeAdTurn } from '@tillsight/database'
import { StorageError } from '@tillsight/storage'
import { type Connection, type ConnectionContext, openConnection, whileOthersWait } from '../connections/index.ts'
import { assertAllowed, type ShopContext } from '../context/index.ts'
import type { KeepingServices } from '../stored-files/index.ts'
import { listAdsWithPictures, parsePictureKey } from './ad-pictures.ts'
import type { Fetching, KnownPicture, PictureServices } from './download-picture.ts'
import { listProductsWithPictures, productPictureKey, productPictures, sourceOfProduct } from './product-pictures.ts'
import { keepPicture, readPicture } from './stored-pictures.ts'

/** A stored picture. */
interface Picture {
  readonly type: string
  readonly source: string
  readonly bytes: Uint8Array
}

/** The context of reading pictures: files, beside the shop's. */
type PicturesContext = ConnectionContext & { readonly files: Pick<KeepingServices, 'store'> }

/** The stored thumbnail of an ad; undefined while there is none, in which case it is requested. */
export async function findPicture(ctx: PicturesContext, key: string): Promise<Picture | undefined> {
  assertAllowed(ctx.actor, 'metrics:read', 'ads.picture')
  const asked = parsePictureKey(key)
  return asked && findStored(ctx, key, async () => asked.platform)
}

/** The stored thumbnail of a product, the same way. */
export async function findProductPicture(ctx: PicturesContext, id: string): Promise<Picture | undefined> {
  assertAllowed(ctx.actor, 'metrics:read', 'product.picture')
  return findStored(ctx, productPictureKey(id), () => sourceOfProduct(ctx, id))
}

async function findStored(
  ctx: PicturesContext,
  key: string,
  platformOf: () => Promise<string | undefined>,
): Promise<Picture | undefined> {
  const found = await findAdPicture(ctx.queries, ctx.shop.id, key)
  const bytes = found && (await readPicture(ctx.files, found))
  if (found && bytes) return { type: found.type, source: found.source, bytes }
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
      const objectId = bytes ? await keepIfRoom(services, { shop: shop.shop, key, bytes }) : null
      const picture = { shopId: shop.shop.id, key, objectId, type: 'image/webp', source }
      await db.transaction((queries) => saveAdPicture(queries, { ...picture, fetchedAt: services.clock.now() }))
      if (objectId !== null) fetched += 1
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

/** Null where the organisation keeps as many files as it may: a placeholder is shown, and some days later it is tried again. */
async function keepIfRoom(
  { files, log }: PictureServices,
  picture: Parameters<typeof keepPicture>[1],
): Promise<string | null> {
  try {
    return await keepPicture(files, picture)
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'EntityTooLarge') throw error
    log.warn({ picture: picture.key, err: error }, 'there is no room for the picture')
    return null
  }
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
