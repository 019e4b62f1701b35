import { copyFile, listFolder, listPaged, moveFile, removeObjects } from '@tillsight/domain'
import { checkBucketName, checkName, readBucketName, StorageError } from '@tillsight/storage'
import { z } from 'zod'
import { readBody, type StorageCall } from './call.ts'
import { toListed, toObject, toStored } from './wire.ts'

const TransferBody = z.object({
  bucketId: z.string().transform(checkBucketName),
  sourceKey: z.string().transform(checkName),
  destinationKey: z.string().transform(checkName),
  destinationBucket: z.string().transform(checkBucketName).nullish(),
  copyMetadata: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  versionId: z.string().nullish(),
})

async function readTransfer(call: StorageCall) {
  const body = await readBody(call, TransferBody)
  if (body.versionId) throw new StorageError('NotSupported')
  return {
    from: { bucket: body.bucketId, name: body.sourceKey },
    to: { bucket: body.destinationBucket ?? body.bucketId, name: body.destinationKey },
    upsert: call.c.req.header('x-upsert') === 'true',
    userMetadata: body.metadata ?? (body.copyMetadata === false ? {} : undefined),
  }
}

/** `POST /object/move`. */
export async function move(call: StorageCall): Promise<Response> {
  const transfer = await readTransfer(call)
  const moved = await moveFile(await call.context(), transfer)
  return Response.json({ message: 'Successfully moved', ...toStored(moved) })
}

/** `POST /object/copy`. */
export async function copy(call: StorageCall): Promise<Response> {
  const transfer = await readTransfer(call)
  const stored = toStored(await copyFile(await call.context(), transfer))
  return Response.json({ ...stored, name: transfer.to.name })
}

const RemoveBody = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ name: z.string(), versionId: z.string() })]))
    .min(1)
    .max(1000),
})

/** `DELETE /object/{bucket}`: the names are whole names, whatever the field is called. */
export async function remove(call: StorageCall): Promise<Response> {
  const bucket = readBucketName(call.rest)
  const { prefixes } = await readBody(call, RemoveBody)
  const names = prefixes.map((entry) => {
    if (typeof entry === 'string') return entry
    throw new StorageError('NotSupported')
  })
  const gone = await removeObjects(await call.context(), bucket, names)
  return Response.json(gone.map((object) => toObject(object)))
}

const order = z.enum(['asc', 'desc']).catch('asc')
const columns = {
  name: 'name',
  updated_at: 'updated_at',
  created_at: 'created_at',
  last_accessed_at: 'updated_at',
} as const
const column = z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at'])

const ListBody = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z.object({ column: column.default('name'), order: order.default('asc') }).nullish(),
  search: z.string().max(1024).nullish(),
})

/** `POST /object/list/{bucket}`: one level of a folder. */
export async function list(call: StorageCall): Promise<Response> {
  const bucket = readBucketName(call.rest)
  const { prefix, limit, offset, sortBy, search } = await readBody(call, ListBody)
  const listed = await listFolder(await call.context(), {
    bucket,
    prefix: folderOf(prefix),
    search: search ?? '',
    column: columns[sortBy?.column ?? 'name'],
    order: sortBy?.order ?? 'asc',
    limit,
    offset,
  })
  return Response.json(listed.map(toListed))
}

/** A prefix is a folder, with or without the slash. */
function folderOf(prefix: string): string {
  const bare = printable(prefix).replace(/^\/+|\/+$/g, '')
  return bare === '' ? '' : `${bare}/`
}

/** PostgreSQL takes no zero byte, and no name holds one. */
function printable(text: string): string {
  if (text.includes('\0')) throw new StorageError('InvalidRequest', 'A prefix is part of a name.')
  return text
}

const ListPagedBody = z.object({
  prefix: z.string().max(1024).nullish(),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(8000).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z.object({ column: column.default('name'), order: order.default('asc') }).nullish(),
})

/** `POST /object/list-v2/{bucket}`: all names that begin so, page by page. */
export async function listV2(call: StorageCall): Promise<Response> {
  const bucket = readBucketName(call.rest)
  const { prefix, limit, cursor, with_delimiter: folds, sortBy } = await readBody(call, ListPagedBody)
  const { entries, next } = await listPaged(await call.context(), {
    bucket,
    prefix: printable(prefix ?? ''),
    limit,
    cursor: cursor ?? undefined,
    folds: folds ?? false,
    column: columns[sortBy?.column ?? 'name'],
    order: sortBy?.order ?? 'asc',
  })
  return Response.json({
    hasNext: next !== undefined,
    ...(next === undefined ? {} : { nextCursor: next }),
    folders: entries.flatMap(({ key, object }) => (object === null ? [{ name: key, key: key.slice(0, -1) }] : [])),
    objects: entries.flatMap(({ key, object }) => (object === null ? [] : [{ ...toObject(object), key }])),
  })
}
