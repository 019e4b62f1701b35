import { Readable } from 'node:stream'
import type { ObjectRow } from '@tillsight/database'
import { collect, noteReading, readObject, readObjects, readPublicObject, signerName } from '@tillsight/domain'
import {
  checkName,
  describeTransform,
  longestGrantSeconds,
  readBucketName,
  readPlace,
  readTransform,
  StorageError,
  Transform,
} from '@tillsight/storage'
import { z } from 'zod'
import { networkOfCall, readBody, type StorageCall } from './call.ts'
import { fileHeaders, type Reach, readRange } from './file-headers.ts'
import { toInfo } from './wire.ts'

/** `GET /object/{bucket}/{name}`. */
export async function download(call: StorageCall): Promise<Response> {
  const ctx = await call.context()
  const object = await readObject(ctx, readPlace(call.rest))
  if (call.c.req.method === 'GET') await noteReading(ctx, object)
  return await send(call, object, { kind: 'bearer' })
}

/** `GET /object/public/{bucket}/{name}`. */
export async function downloadPublic(call: StorageCall): Promise<Response> {
  call.limits.takeNetwork(networkOfCall(call))
  return await send(call, await readPublicObject(call.files, readPlace(call.rest)), { kind: 'public' })
}

/** `GET /object/sign/{bucket}/{name}?token=`: whoever signed it must still be allowed to read it. */
export async function downloadSigned(call: StorageCall): Promise<Response> {
  const { ctx, object, reach } = await readSigned(call)
  if (call.c.req.method === 'GET') await noteReading(ctx, object)
  return await send(call, object, reach)
}

/** `GET /render/image/authenticated/{bucket}/{name}`. */
export async function render(call: StorageCall): Promise<Response> {
  const transform = readTransform(Object.fromEntries(call.query))
  const object = await readObject(await call.context(), readPlace(call.rest))
  return await sendPicture(call, object, { reach: { kind: 'bearer' }, transform })
}

/** `GET /render/image/public/{bucket}/{name}`. */
export async function renderPublic(call: StorageCall): Promise<Response> {
  call.limits.takeNetwork(networkOfCall(call))
  const transform = readTransform(Object.fromEntries(call.query))
  const object = await readPublicObject(call.files, readPlace(call.rest))
  return await sendPicture(call, object, { reach: { kind: 'public' }, transform })
}

/** `GET /render/image/sign/{bucket}/{name}?token=`: how it is shown stands in the token, too. */
export async function renderSigned(call: StorageCall): Promise<Response> {
  const { object, reach, transform = {} } = await readSigned(call)
  return await sendPicture(call, object, { reach, transform })
}

async function readSigned(call: StorageCall) {
  call.limits.takeNetwork(networkOfCall(call))
  const place = readPlace(call.rest)
  const expected = { url: `${place.bucket}/${place.name}`, scope: 'download' } as const
  const grant = await call.files.grants.read(call.query.get('token') ?? '', expected)
  const ctx = await call.asSigner(grant)
  const object = await readObject(ctx, place)
  const seconds = Math.floor((grant.expiresAt.getTime() - call.files.clock.now().getTime()) / 1000)
  return { ctx, object, reach: { kind: 'signed', seconds } as const, transform: grant.transform }
}

async function send(call: StorageCall, object: ObjectRow, reach: Reach): Promise<Response> {
  const etag = `"${object.md5}"`
  const headers = fileHeaders(object, { reach, etag, download: call.query.get('download') })
  if (isKnown(call, etag)) return new Response(null, { status: 304, headers })
  const range = readRange(call.c.req.header('range'), object.size)
  headers.set('content-length', String(range === undefined ? object.size : range.end - range.start + 1))
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
  const bytes = call.c.req.method === 'HEAD' ? null : await open(call, object, range)
  return new Response(bytes, { status: range ? 206 : 200, headers })
}

async function open({ files }: StorageCall, { version, size }: ObjectRow, range?: ReturnType<typeof readRange>) {
  const bytes = await files.store.get(version, range)
  if (bytes === undefined) throw new StorageError('NoSuchKey')
  if (size === 0) bytes.destroy()
  return size === 0 ? null : (Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

function isKnown({ c }: StorageCall, etag: string): boolean {
  return c.req.header('if-none-match')?.includes(etag) ?? false
}

const largestSource = 25 * 1024 ** 2

interface Showing {
  readonly reach: Reach
  readonly transform: Transform
}

async function sendPicture(call: StorageCall, object: ObjectRow, { reach, transform }: Showing): Promise<Response> {
  call.limits.takeTransform(networkOfCall(call))
  const described = describeTransform(transform)
  const etag = `"${object.md5}-${Buffer.from(described).toString('base64url')}"`
  const known = fileHeaders(object, { reach, etag, download: call.query.get('download') })
  if (isKnown(call, etag)) return new Response(null, { status: 304, headers: known })
  const bytes = object.size > largestSource ? undefined : await call.files.store.get(object.version)
  if (bytes === undefined) {
    throw new StorageError('InvalidRequest', 'The source image is invalid or unsupported for rendering')
  }
  const picture = await call.files.pictures.transformed(await collect(bytes), transform)
  const headers = fileHeaders({ ...object, type: picture.type }, { reach, etag, download: call.query.get('download') })
  headers.set('content-length', String(picture.bytes.byteLength))
  headers.set('x-transformations', described)
  return new Response(call.c.req.method === 'HEAD' ? null : new Uint8Array(picture.bytes), { headers })
}

/** `GET /object/info/{bucket}/{name}`. */
export async function info(call: StorageCall): Promise<Response> {
  return Response.json(toInfo(await readObject(await call.context(), readPlace(call.rest))))
}

/** `HEAD /object/{bucket}/{name}`, as older clients ask whether there is such a file: a failure has no body. */
export async function head(call: StorageCall): Promise<Response> {
  try {
    return await download(call)
  } catch (error) {
    if (error instanceof StorageError) return new Response(null, { status: error.status })
    throw error
  }
}

const expiresIn = z.number().int().min(1).max(longestGrantSeconds)
const SignBody = z.object({ expiresIn, transform: Transform.optional() })
const SignManyBody = z.object({ expiresIn, paths: z.array(z.string()).max(1000) })

/** `POST /object/sign/{bucket}/{name}`: an address that opens one file for a while. */
export async function sign(call: StorageCall): Promise<Response> {
  const place = readPlace(call.rest)
  const { expiresIn: seconds, transform } = await readBody(call, SignBody)
  const ctx = await call.context()
  await readObject(ctx, place)
  const url = `${place.bucket}/${place.name}`
  const shown = transform !== undefined && Object.keys(transform).length > 0 ? transform : undefined
  const token = await ctx.grants.sign({ url, scope: 'download', sub: signerName(ctx), transform: shown }, seconds)
  // Not escaped: the client does that.
  return Response.json({ signedURL: `/${shown ? 'render/image' : 'object'}/sign/${url}?token=${token}` })
}

/** `POST /object/sign/{bucket}`: addresses of several files, in the order of their names. */
export async function signMany(call: StorageCall): Promise<Response> {
  const bucket = readBucketName(call.rest)
  const { expiresIn: seconds, paths } = await readBody(call, SignManyBody)
  const ctx = await call.context()
  const known = await readObjects(ctx, bucket, paths.map(checkName))
  const answers = paths.map(async (path) => {
    if (!known.has(path)) return { error: notFound, path, signedURL: null }
    const url = `${bucket}/${path}`
    const token = await ctx.grants.sign({ url, scope: 'download', sub: signerName(ctx) }, seconds)
    return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
  })
  return Response.json(await Promise.all(answers))
}

const notFound = 'Either the object does not exist or you do not have access to it'
