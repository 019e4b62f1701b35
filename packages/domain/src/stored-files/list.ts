import {
  type ListedObject,
  type ListObjects,
  type ListPage,
  listObjects,
  listObjectsPage,
  type PagedObject,
} from '@tillsight/database'
import { StorageError } from '@tillsight/storage'
import { z } from 'zod'
import { type FileContext, readableOwners, signerName } from './access.ts'

/** What to list of a folder. */
export type FolderList = Omit<ListObjects, 'seen'>

/** One level of names that the caller may read: nothing of others, and no trace of it. */
export async function listFolder(ctx: FileContext, list: FolderList): Promise<ListedObject[]> {
  const seen = await readableOwners(ctx, list.bucket)
  return await listObjects(ctx.db.kysely, { ...list, seen })
}

/** What to list of a bucket, page by page. */
export interface PagedList extends Omit<ListPage, 'seen' | 'after'> {
  readonly cursor: string | undefined
}

/** A page of names. */
interface ListedPage {
  readonly entries: readonly PagedObject[]
  /** Undefined on the last page. */
  readonly next: string | undefined
}

const cursorSeconds = 24 * 3_600

/** A page of names that the caller may read. */
export async function listPaged(ctx: FileContext, list: PagedList): Promise<ListedPage> {
  const seen = await readableOwners(ctx, list.bucket)
  const after = await readCursor(ctx, list)
  const found = await listObjectsPage(ctx.db.kysely, { ...list, seen, after, limit: list.limit + 1 })
  const entries = found.slice(0, list.limit)
  const last = entries.at(-1)
  if (last === undefined || found.length <= list.limit) return { entries, next: undefined }
  const url = JSON.stringify([...boundTo(list), last.value, last.key])
  return { entries, next: await ctx.grants.sign({ url, scope: 'list', sub: signerName(ctx) }, cursorSeconds) }
}

const boundTo = ({ bucket, prefix, folds, column, order }: PagedList) => [bucket, prefix, String(folds), column, order]

const Cursor = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()])

/** Where the page begins. Throws `InvalidParameter` for a cursor of another list, or of somebody else. */
async function readCursor(ctx: FileContext, list: PagedList): Promise<ListPage['after']> {
  if (list.cursor === undefined) return null
  const [, payload = ''] = list.cursor.split('.')
  try {
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    const [bucket, prefix, folds, column, order, value, key] = Cursor.parse(JSON.parse(url))
    const { sub } = await ctx.grants.read(list.cursor, { url, scope: 'list' })
    const bound = JSON.stringify([bucket, prefix, folds, column, order])
    if (sub === signerName(ctx) && bound === JSON.stringify(boundTo(list))) return { value, key }
  } catch {
    // As below.
  }
  throw new StorageError('InvalidParameter', 'This cursor belongs to no list of yours. Begin at the first page.')
}
