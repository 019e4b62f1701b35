import { AppError } from '@tillsight/core'
import type { AskBucket } from './ask-bucket.ts'

/** S3 has no object of more parts. */
const mostParts = 10_000

/** An object of which two parts are known to be, and the rest comes. */
export interface StoredParts {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly first: readonly Uint8Array[]
  readonly rest: AsyncIterable<Uint8Array>
}

/** Cuts content into parts of a size; the last is as long as it is. */
export async function* partsOf(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let part = new Uint8Array(size)
  let filled = 0
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    for (let from = 0; from < piece.byteLength; ) {
      const taken = piece.subarray(from, from + size - filled)
      part.set(taken, filled)
      from += taken.byteLength
      filled += taken.byteLength
      if (filled < size) continue
      yield part
      part = new Uint8Array(size)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Sends an object in parts, one after the other. What fails leaves nothing in the bucket that would be paid for. */
export async function storeParts(
  ask: AskBucket,
  { key, headers, signal, first, rest }: StoredParts,
): Promise<{ readonly bytes: number; readonly etag: string }> {
  const begun = await ask({ method: 'POST', key, query: { uploads: '' }, headers, signal })
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(textOf(begun?.body)) ?? []
  if (uploadId === undefined) throw new AppError('conflict', 'The bucket began an upload in parts without naming it.')
  const etags: string[] = []
  let bytes = 0
  const send = async (body: Uint8Array) => {
    if (etags.length === mostParts) throw tooMany(body.byteLength)
    const query = { partNumber: `${etags.length + 1}`, uploadId }
    const { headers: stored } = await ask({ method: 'PUT', key, query, body, signal })
    etags.push(stored.etag ?? '')
    bytes += body.byteLength
  }
  try {
    for (const part of first) await send(part)
    for await (const part of rest) await send(part)
    return { bytes, etag: await complete(ask, { key, uploadId, etags, signal }) }
  } catch (error) {
    // Without the signal: it may be what ended this. A bucket that is away forgets it by its own rules.
    await ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

interface Upload {
  readonly key: string
  readonly uploadId: string
  readonly etags: readonly string[]
  readonly signal: AbortSignal | undefined
}

async function complete(ask: AskBucket, { key, uploadId, etags, signal }: Upload): Promise<string> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const response = await ask({ method: 'POST', key, query: { uploadId }, body, signal })
  const [, etag = ''] = /<ETag>([^<]+)<\/ETag>/.exec(textOf(response?.body)) ?? []
  return etag.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
}

function textOf(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString('utf8')
}

function tooMany(partBytes: number): AppError {
  const most = Math.round((mostParts * partBytes) / 1_000_000_000)
  return new AppError('invalid_input', `An object has at most ${mostParts} parts, about ${most} GB. Send less at once.`)
}
