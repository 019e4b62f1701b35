import { type ListedObject, type ListObjects, listObjects, listObjectsAfter, type ObjectRow } from '@tillsight/database'
import { StorageError } from '@tillsight/storage'
import { type FileContext, readableOwners, signerName } from './access.ts'

/** What to list of a folder. */
export type FolderList = Omit<ListObjects, 'seen'>

/** One level of names that the caller may read: nothing of others, and no trace of it. */
export async function listFolder(ctx: FileContext, list: FolderList): Promise<ListedObject[]> {
  const seen = await readableOwners(ctx, list.bucket)
  return await listObjects(ctx.db.kysely, { ...list, seen })
}

/** What to list of a bucket, page by page. */
export interface PagedList {
  readonly bucket: string
  /** Names begin so: text, not a folder. */
  readonly prefix: string
  readonly limit: number
  readonly cursor: string | undefined
  /** Whether names below a further slash are shown as one folder. */
  readonly folds: boolean
}

/** A page of names. */
export interface ListedPage {
  readonly folders: readonly string[]
  readonly objects: readonly ObjectRow[]
  /** Undefined on the last page. */
  readonly next: string | undefined
}

const cursorSeconds = 24 * 3_600
/** Beyond every name in a folder: no name holds it. */
const afterAll = '~'

/** A page of names that the caller may read, in their order: pages stay whole while files come and go. */
export async function listPaged(ctx: FileContext, list: PagedList): Promise<ListedPage> {
  const { bucket, prefix, limit, folds } = list
  const seen = await readableOwners(ctx, bucket)
  const signer = signerName(ctx)
  let after = await readCursor(ctx, list)
  const folders: string[] = []
  const objects: ObjectRow[] = []
  while (folders.length + objects.length < limit) {
    const missing = limit - folders.length - objects.length
    const found = await listObjectsAfter(ctx.db.kysely, { bucket, prefix, seen, after, limit: missing })
    if (found.length === 0) return { folders, objects, next: undefined }
    for (const object of found) {
      const slash = folds ? object.name.indexOf('/', prefix.length) : -1
      after = slash < 0 ? object.name : `${object.name.slice(0, slash + 1)}${afterAll}`
      if (slash < 0) {
        objects.push(object)
        continue
      }
      folders.push(object.name.slice(0, slash + 1))
      // The others of the folder are passed over.
      break
    }
  }
  const [more] = await listObjectsAfter(ctx.db.kysely, { bucket, prefix, seen, after, limit: 1 })
  if (more === undefined) return { folders, objects, next: undefined }
  const url = cursorPlace(list, after)
  return { folders, objects, next: await ctx.grants.sign({ url, scope: 'list', sub: signer }, cursorSeconds) }
}

const cursorPlace = ({ bucket, prefix }: PagedList, after: string) => JSON.stringify([bucket, prefix, after])

/** Where the page begins. Throws `InvalidParameter` for a cursor of another list, or of somebody else. */
async function readCursor(ctx: FileContext, list: PagedList): Promise<string> {
  if (list.cursor === undefined) return ''
  const [, payload = ''] = list.cursor.split('.')
  try {
    const { url } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { url: string }
    const [bucket, prefix, after] = JSON.parse(url) as [string, string, string]
    const grant = await ctx.grants.read(list.cursor, { url, scope: 'list' })
    if (grant.sub === signerName(ctx) && bucket === list.bucket && prefix === list.prefix) return after
  } catch {
    // As below.
  }
  throw new StorageError('InvalidParameter', 'This cursor belongs to no list of yours. Begin at the first page.')
}
