import {
  assertMade,
  BucketInput,
  type BucketView,
  changeFileBucket,
  listFileBuckets,
  makeFileBucket,
  readFileBucket,
  removeFileBucket,
  requestEmptying,
} from '@tillsight/domain'
import { checkBucketName, readBucketName, StorageError } from '@tillsight/storage'
import { z } from 'zod'
import { readBody, type StorageCall } from './call.ts'
import { toBucket } from './wire.ts'

const Query = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** `GET /bucket`. */
export async function listBuckets(call: StorageCall): Promise<Response> {
  const query = Query.safeParse(Object.fromEntries(call.query))
  if (!query.success) throw new StorageError('InvalidParameter', `querystring: ${query.error.issues[0]?.message}`)
  const { limit, offset, search, sortColumn, sortOrder } = query.data
  const all = await listFileBuckets(await call.context())
  const found = all.filter(({ id }) => id.toLowerCase().includes(search.toLowerCase()))
  const sorted = found.toSorted((a, b) => compare(a, b, sortColumn) * (sortOrder === 'asc' ? 1 : -1))
  const shown = sorted.slice(offset, offset + limit)
  return Response.json(shown.map((bucket) => ({ ...toBucket(bucket), type: 'STANDARD' })))
}

function compare(a: BucketView, b: BucketView, column: z.infer<typeof Query>['sortColumn']): number {
  const [one, other] = [toBucket(a)[column], toBucket(b)[column]]
  return one < other ? -1 : one > other ? 1 : 0
}

/** `GET /bucket/{id}`. */
export async function getBucket(call: StorageCall): Promise<Response> {
  const id = readBucketName(call.rest)
  return Response.json(toBucket(await readFileBucket(await call.context(), id)))
}

const Special = z.object({ type: z.literal('STANDARD').nullish(), versioning_status: z.undefined().nullish() })
const NewBucket = BucketInput.extend({ id: z.string().optional(), name: z.string().optional() })

/** Reads a bucket's settings. Throws `NotSupported` for kinds that are not kept here. */
async function readSettings<T>(call: StorageCall, schema: z.ZodType<T>): Promise<T> {
  const body = await readBody(call, z.looseObject({}))
  if (!Special.safeParse(body).success) throw new StorageError('NotSupported')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StorageError('InvalidRequest', `body/${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}

/** `POST /bucket`. */
export async function createBucket(call: StorageCall): Promise<Response> {
  const ctx = await call.context()
  const input = await readSettings(call, NewBucket)
  const id = checkBucketName(input.id ?? input.name ?? '')
  await makeFileBucket(ctx, id, input)
  return Response.json({ name: id })
}

/** `PUT /bucket/{id}`. */
export async function updateBucket(call: StorageCall): Promise<Response> {
  const id = readBucketName(call.rest)
  const ctx = await call.context()
  await changeFileBucket(ctx, id, await readSettings(call, BucketInput))
  return Response.json({ message: 'Successfully updated' })
}

/** `POST /bucket/{id}/empty`. */
export async function emptyBucket(call: StorageCall): Promise<Response> {
  const id = readBucketName(call.rest.replace(/\/empty$/, ''))
  await assertMade(await call.context(), id)
  await requestEmptying(call.runtime.jobs, id)
  return Response.json({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  })
}

/** `DELETE /bucket/{id}`. */
export async function deleteBucket(call: StorageCall): Promise<Response> {
  const id = readBucketName(call.rest)
  await removeFileBucket(await call.context(), id)
  return Response.json({ message: 'Successfully deleted' })
}
