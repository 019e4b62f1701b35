import { AppError, type Clock, isAppError, type PersonId, toPersonId, toShopId } from '@tillsight/core'
import { type Database, findBucket, listColleagues } from '@tillsight/database'
import {
  type Bucket,
  type FileStore,
  type GrantSigner,
  type ObjectPlace,
  type Pictures,
  type ProductBucket,
  type ProductBucketId,
  productBucket,
  StorageError,
} from '@tillsight/storage'
import { type Log, type Permission, type PersonContext, permissionsOf, type ShopContext } from '../context/index.ts'
import { findReadableRun } from '../scheduled-exports/index.ts'
import { openShopFor, openShopsFor } from '../shops/index.ts'

/** What files need. */
export interface FileServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  readonly pictures: Pictures
  readonly grants: GrantSigner
  /** To open the shops that files belong to. */
  readonly shops: Parameters<typeof openShopFor>[1]
  /** How much the shops of an organisation may keep, in bytes. */
  readonly largestTotal: number
  /** The largest file of a bucket that names no limit, in bytes. */
  readonly largestFile: number
}

/** Who asks: a person, or whoever holds the installation's secret key. */
export type FileCaller = { readonly kind: 'service' } | { readonly kind: 'person'; readonly ctx: PersonContext }

/** Files as somebody may use them. */
export interface FileContext extends FileServices {
  readonly caller: FileCaller
}

/** What somebody may do at a place. */
export interface Rights {
  readonly bucket: Bucket
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly mayRemove: boolean
  /** The shop that the file belongs to, as it is open to the caller. */
  readonly shop?: ShopContext
  /** The person that the file belongs to. */
  readonly person?: PersonId
}

type Rule = Readonly<Record<'read' | 'write' | 'remove', Permission | null>>

/** What the caller needs in the shop of the file; null: nobody may but the product itself. */
const shopRules: Readonly<Record<Exclude<ProductBucketId, 'avatars'>, Rule>> = {
  'shop-assets': { read: 'shops:read', write: 'shops:write', remove: 'shops:write' },
  'ad-pictures': { read: 'metrics:read', write: null, remove: null },
  exports: { read: 'exports:write', write: null, remove: null },
  imports: { read: 'imports:write', write: 'imports:write', remove: 'imports:write' },
}

const none = { mayRead: false, mayWrite: false, mayRemove: false } as const

/** A bucket as it is, whoever asks. Throws `NoSuchBucket`. */
export async function openBucket({ db }: Pick<FileServices, 'db'>, id: string): Promise<Bucket> {
  const ours = productBucket(id)
  if (ours !== undefined) return ours
  const row = await findBucket(db.kysely, id)
  if (row === undefined) throw new StorageError('NoSuchBucket')
  return row
}

/** What the caller may do with the object of this place. Throws `NoSuchBucket`, also for buckets of others. */
export async function rightsAt(ctx: FileContext, { bucket: id, name }: ObjectPlace): Promise<Rights> {
  const ours = productBucket(id)
  if (ours !== undefined) {
    if (!ours.names.test(name)) return { bucket: ours, ...none }
    return ours.of === 'person' ? await ownRights(ctx, ours, name) : await shopRights(ctx, ours, name)
  }
  if (ctx.caller.kind !== 'service') throw new StorageError('NoSuchBucket')
  return { bucket: await openBucket(ctx, id), mayRead: true, mayWrite: true, mayRemove: true }
}

async function ownRights({ caller, db }: FileContext, bucket: ProductBucket, name: string): Promise<Rights> {
  const person = toPersonId(ownerOf(name))
  if (caller.kind === 'service') return { bucket, person, ...none, mayRead: true }
  const isOwn = caller.ctx.person === person
  const mayRead = isOwn || (await listColleagues(db.kysely, caller.ctx.person)).includes(person)
  return { bucket, person, mayRead, mayWrite: isOwn, mayRemove: isOwn }
}

async function shopRights({ caller, shops }: FileContext, bucket: ProductBucket, name: string): Promise<Rights> {
  if (caller.kind === 'service') return { bucket, ...none, mayRead: true }
  const shop = await openIfAllowed(() => openShopFor(caller.ctx, shops, { id: toShopId(ownerOf(name)) }))
  if (shop === undefined) return { bucket, ...none }
  const rule = shopRules[bucket.id as keyof typeof shopRules]
  const may = (needs: Permission | null) => needs !== null && permissionsOf(shop.actor).includes(needs)
  const mayRead = may(rule.read) && (bucket.id !== 'exports' || (await mayReadExport(shop, name)))
  return { bucket, shop, mayRead, mayWrite: may(rule.write), mayRemove: may(rule.remove) }
}

/** Who may make exports may not have every one: its rows can be of figures that they do not see. */
async function mayReadExport(shop: ShopContext, name: string): Promise<boolean> {
  return (await openIfAllowed(() => findReadableRun(shop, runOfExport(name)))) !== undefined
}

/** The run whose file this is. */
export function runOfExport(name: string): string {
  return name.split('/')[2] ?? ''
}

/** Whose a name is: the first segment decides. */
function ownerOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

async function openIfAllowed<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open()
  } catch (error) {
    if (isAppError(error) && ['not_found', 'forbidden', 'conflict', 'invalid_input'].includes(error.code))
      return undefined
    throw error
  }
}

/** The first segments of names that the caller may read in a bucket; null: all. Throws `NoSuchBucket`. */
export async function readableOwners(ctx: FileContext, id: string): Promise<readonly string[] | null> {
  const { caller, db, shops } = ctx
  const ours = productBucket(id)
  if (caller.kind === 'service') {
    await openBucket(ctx, id)
    return null
  }
  if (ours === undefined) throw new StorageError('NoSuchBucket')
  if (ours.of === 'person') return await listColleagues(db.kysely, caller.ctx.person)
  const needs = shopRules[ours.id as keyof typeof shopRules].read
  const opened = await openShopsFor(caller.ctx, shops)
  return opened
    .filter(({ actor }) => needs !== null && permissionsOf(actor).includes(needs))
    .map(({ shop }) => String(shop.id))
}

/** Whose right a signed address is. */
export function signerName({ caller }: FileContext): string {
  return caller.kind === 'service' ? 'service' : caller.ctx.person
}

/** Files as whoever signed an address may use them at this moment. */
export function asSigner(services: FileServices, sub: string): FileContext {
  if (sub === 'service') return { ...services, caller: { kind: 'service' } }
  const { db, clock, log } = services
  const person = toPersonId(sub)
  const actor = { kind: 'person', id: person, role: null, shops: [] } as const
  return { ...services, caller: { kind: 'person', ctx: { actor, person, db, queries: db.kysely, clock, log } } }
}

/** Turns a failure of the product into one of the protocol: what cannot be read is told as such. */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { message } = error
  switch (error.code) {
    case 'unavailable':
      return new StorageError('Unavailable', message, { cause: error })
    case 'limit_reached':
      return new StorageError('SlowDown', message, { cause: error })
    case 'unauthenticated':
    case 'forbidden':
      return new StorageError('AccessDenied', message, { cause: error })
    case 'internal':
      return error
    default:
      return new StorageError('InvalidRequest', message, { cause: error })
  }
}
