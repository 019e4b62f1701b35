import { admitUpload, type FileContext, readObject, storeFile, type Upload } from '@tillsight/domain'
import { type ObjectPlace, readPlace, StorageError } from '@tillsight/storage'
import { z } from 'zod'
import { type FormPart, readParts } from '../../app-services/multipart.ts'
import { networkOfCall, type StorageCall } from './call.ts'
import { toStored } from './wire.ts'

const uploadSeconds = 2 * 3600
const largestMetadata = 8 * 1024
const mostFields = 10
const slowestBytes = 30 * 1024
const slowestMs = 30_000
const cacheShape = /^[\w =,-]{1,200}$/

const Metadata = z.record(z.string(), z.unknown())
type Metadata = z.infer<typeof Metadata>

/** `POST|PUT /object/{bucket}/{name}`: stores a file. */
export async function upload(call: StorageCall): Promise<Response> {
  const place = readPlace(call.rest)
  const upsert = call.c.req.method === 'PUT' || call.c.req.header('x-upsert') === 'true'
  return Response.json(toStored(await receive(call, await call.context(), { place, upsert })))
}

/** `POST /object/upload/sign/{bucket}/{name}`: an address that takes one file, without a session. */
export async function signUpload(call: StorageCall): Promise<Response> {
  const place = readPlace(call.rest)
  const ctx = await call.context()
  const upsert = call.c.req.header('x-upsert') === 'true'
  await admitUpload(ctx, place)
  if (!upsert && (await exists(ctx, place))) throw new StorageError('KeyAlreadyExists')
  const sub = ctx.caller.kind === 'service' ? 'service' : ctx.caller.ctx.person
  const url = `${place.bucket}/${place.name}`
  const token = await ctx.grants.sign({ url, scope: 'upload', sub, upsert }, uploadSeconds)
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

async function exists(ctx: FileContext, place: ObjectPlace): Promise<boolean> {
  try {
    await readObject(ctx, place)
    return true
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NoSuchKey') return false
    throw error
  }
}

/** `PUT /object/upload/sign/{bucket}/{name}?token=`: the token decides whose file it is, its name, and whether it may replace another. */
export async function uploadSigned(call: StorageCall): Promise<Response> {
  call.limits.takeNetwork(networkOfCall(call))
  const place = readPlace(call.rest)
  const expected = { url: `${place.bucket}/${place.name}`, scope: 'upload' } as const
  const grant = await call.files.grants.read(call.query.get('token') ?? '', expected)
  return Response.json({
    Key: toStored(await receive(call, await call.asSigner(grant), { place, upsert: grant.upsert ?? false })).Key,
  })
}

interface Target {
  readonly place: ObjectPlace
  readonly upsert: boolean
}

async function receive(call: StorageCall, ctx: FileContext, { place, upsert }: Target) {
  const who = ctx.caller.kind === 'service' ? 'service' : ctx.caller.ctx.person
  return await call.limits.whileUploading(who, async () => {
    const { raw } = call.c.req
    const body = raw.body === null ? none() : paced(raw.body)
    const type = raw.headers.get('content-type') ?? 'application/octet-stream'
    if (/^multipart\/form-data\b/i.test(type)) {
      // What may not be stored at all is not read either.
      await admitUpload(ctx, place)
      return await receiveForm(ctx, readParts(type, body), { place, upsert })
    }
    return await storeFile(ctx, {
      ...place,
      type,
      upsert,
      bytes: body,
      length: lengthOf(raw.headers),
      cacheControl: cacheOf(raw.headers.get('cache-control')),
      userMetadata: readMetadata(decoded(raw.headers.get('x-metadata'))),
    })
  })
}

/** The fields come before the file; one that comes after it is ignored. */
async function receiveForm(ctx: FileContext, parts: AsyncIterable<FormPart>, { place, upsert }: Target) {
  const fields = new Map<string, string>()
  for await (const { field, fileName, type, bytes } of parts) {
    if (fileName === undefined) {
      if (fields.size >= mostFields) throw new StorageError('InvalidRequest', 'This form holds too many fields.')
      fields.set(field, await textOf(bytes))
      continue
    }
    const seconds = fields.get('cacheControl')
    const file: Upload = {
      ...place,
      upsert,
      bytes,
      length: undefined,
      type: type ?? 'application/octet-stream',
      cacheControl: cacheOf(seconds === undefined ? null : /^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds),
      userMetadata: readMetadata(fields.get('metadata')),
    }
    return await storeFile(ctx, file)
  }
  throw new StorageError('InvalidRequest', 'No file came with the form.')
}

function lengthOf(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}

function cacheOf(given: string | null): string {
  return given !== null && cacheShape.test(given) ? given : 'no-cache'
}

function decoded(header: string | null): string | undefined {
  return header === null ? undefined : Buffer.from(header, 'base64').toString('utf8')
}

function readMetadata(text: string | undefined): Metadata {
  if (text === undefined) return {}
  try {
    if (Buffer.byteLength(text) <= largestMetadata) return Metadata.parse(JSON.parse(text))
  } catch {
    // As below.
  }
  throw new StorageError('InvalidRequest', 'The metadata of a file is an object of JSON, 8 KB at most.')
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > 2 * largestMetadata) throw new StorageError('InvalidRequest', 'A field of this form is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Gives up on whoever sends less than a kilobyte a second. */
export async function* paced(
  body: ReadableStream<Uint8Array>,
  now: () => number = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let since = now()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read())
      if (done) return
      size += value.byteLength
      const at = now()
      if (at - since > slowestMs) {
        if (size < slowestBytes) throw tooSlow()
        since = at
        size = 0
      }
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(tooSlow()), slowestMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(): StorageError {
  return new StorageError('InvalidRequest', 'The transfer was too slow, or broke off. Send the file again.')
}
