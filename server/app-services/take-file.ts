import { AppError, isAppError } from '@tillsight/core'
import { requestImportWork, type ShopContext, type UploadedFile, uploadImport } from '@tillsight/domain'
import type { UploadForm } from '../../app/services.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { Runtime } from '../runtime.ts'

/** The bytes received and not read yet. */
interface Incoming {
  buffer: Buffer
  readonly chunks: AsyncIterator<Uint8Array>
}

const longestHead = 16 * 1024
const lineEnd = Buffer.from('\r\n')

/**
 * The first file of a form (`multipart/form-data`), as a stream: nothing is buffered in memory. Later parts are not read.
 * Throws `invalid_input` for anything else.
 */
export async function readUpload(contentType: string, body: AsyncIterable<Uint8Array> | null): Promise<UploadedFile> {
  const boundary = /^multipart\/form-data\b.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  if (!boundary || body === null) throw notAForm()
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  // The first boundary is at the very beginning, without the line break that precedes the others.
  const incoming: Incoming = { buffer: lineEnd, chunks: body[Symbol.asyncIterator]() }
  await skip(until(incoming, mark))
  while (!(await isAtEnd(incoming))) {
    const name = fileNameOf(await readHead(incoming))
    const content = until(incoming, mark)
    if (name !== undefined) return { name, bytes: content }
    await skip(content)
  }
  throw new AppError('invalid_input', 'No file came with the form. Choose the CSV file.')
}

/** Yields everything up to the boundary, and consumes that too. */
async function* until(incoming: Incoming, mark: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const at = incoming.buffer.indexOf(mark)
    if (at >= 0) {
      const before = incoming.buffer.subarray(0, at)
      incoming.buffer = incoming.buffer.subarray(at + mark.length)
      if (before.length > 0) yield before
      return
    }
    // The boundary may have arrived in part.
    const safe = incoming.buffer.length - mark.length + 1
    if (safe > 0) {
      const before = incoming.buffer.subarray(0, safe)
      incoming.buffer = incoming.buffer.subarray(safe)
      yield before
    }
    await fill(incoming)
  }
}

async function fill(incoming: Incoming): Promise<void> {
  const next = await incoming.chunks.next()
  if (next.done) throw new AppError('invalid_input', 'The transfer broke off. Choose the file again.')
  incoming.buffer = Buffer.concat([incoming.buffer, next.value])
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > longestHead) throw notAForm()
  }
}

/** The last boundary is followed by two hyphens, every other by a line break. */
async function isAtEnd(incoming: Incoming): Promise<boolean> {
  while (incoming.buffer.length < 2) await fill(incoming)
  const isEnd = incoming.buffer.subarray(0, 2).toString('latin1') === '--'
  incoming.buffer = incoming.buffer.subarray(2)
  return isEnd
}

async function readHead(incoming: Incoming): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of until(incoming, Buffer.from('\r\n\r\n'))) {
    pieces.push(piece)
    size += piece.byteLength
    if (size > longestHead) throw notAForm()
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Undefined for a field that is no file. */
function fileNameOf(head: string): string | undefined {
  const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? ''
  return /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replaceAll('%22', '"')
}

function notAForm(): AppError {
  return new AppError('invalid_input', 'What was sent is not a form of this site. Reload the page and try again.')
}

/** Exports per person, in a quarter of an hour: more than a page has widgets, fewer than a runaway script requests. */
const mostFiles = 60

/** Each is read by the worker that all tenants share. */
const mostUploads = 30

/** Counts an export. Throws `limit_reached` with `details.retryAfterSeconds` for one too many. */
export function takeFile(attempts: Attempts, person: string): void {
  take(attempts, { subject: `files of ${person}`, most: mostFiles, what: 'asked for' })
}

/**
 * Counts an upload that `work` processes. One that fails because of an outage of ours does not count: retries until it is
 * over must not be refused.
 */
export async function takeUpload<T>(attempts: Attempts, person: string, work: () => Promise<T>): Promise<T> {
  const subject = `uploads of ${person}`
  take(attempts, { subject, most: mostUploads, what: 'sent' })
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) && error.code === 'unavailable') attempts.giveBack(subject)
    throw error
  }
}

/** Streams the form's order file to storage, and starts examining it. */
export async function takeImport(
  { jobs, attempts }: Pick<Runtime, 'jobs' | 'attempts'>,
  ctx: ShopContext,
  { contentType, body }: UploadForm,
): Promise<{ readonly id: string }> {
  const take = async () => {
    const { id } = await uploadImport(ctx, await readUpload(contentType, body))
    await requestImportWork(jobs, { shop: ctx.shop.id, import: id, what: 'check' })
    return { id }
  }
  return await (ctx.actor.kind === 'person' ? takeUpload(attempts, ctx.actor.id, take) : take())
}

interface Counted {
  readonly subject: string
  readonly most: number
  readonly what: string
}

function take(attempts: Attempts, { subject, most, what }: Counted): void {
  if (attempts.take(subject, most)) return
  const retryAfterSeconds = attempts.waitSeconds(subject)
  const minutes = Math.ceil(retryAfterSeconds / 60)
  throw new AppError(
    'limit_reached',
    `You have ${what} ${most} files within a quarter of an hour, which is the limit. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { details: { retryAfterSeconds } },
  )
}
