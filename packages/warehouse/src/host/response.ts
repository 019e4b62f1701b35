import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import type { Tally } from './engine.ts'
import type { Failure } from './failure.ts'

/** Bytes buffered before the headers are sent, so that most failures still get their own status. */
const heldBack = 1024 * 1024

const contentTypes: readonly (readonly [RegExp, string])[] = [
  [/^JSON(?:Compact|Strings)?(?:Compact)?(?:Strings)?EachRow|NDJSON/, 'application/x-ndjson; charset=UTF-8'],
  [/^JSON/, 'application/json; charset=UTF-8'],
  [/^CSV/, 'text/csv; charset=UTF-8'],
  [/^(?:TSV|TabSeparated)/, 'text/tab-separated-values; charset=UTF-8'],
  [/^(?:Parquet|Native|RowBinary|Arrow|ORC)/, 'application/octet-stream'],
]

/** A request that is being responded to. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly queryId: string
  readonly startedAt: number
  readonly tally: Tally
}

/** Sends a response chunk by chunk; the first MiB is buffered until it can no longer fail. */
export async function sendResult(
  exchange: Exchange,
  chunks: AsyncIterable<Uint8Array>,
  form: { format: string; compress: boolean },
) {
  const { response } = exchange
  const iterator = chunks[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let size = 0
  let finished = false
  while (!finished && size < heldBack) {
    const next = await iterator.next()
    if (next.done) finished = true
    else {
      held.push(next.value)
      size += next.value.length
    }
  }
  setHeaders(exchange, form.format)
  const encoding = form.compress ? acceptedEncoding(exchange.incoming) : undefined
  if (finished) {
    response.setHeader('X-ClickHouse-Summary', summaryOf(exchange))
    if (!encoding) response.setHeader('Content-Length', size)
  }
  const tag = randomBytes(8).toString('hex')
  response.setHeader('X-ClickHouse-Exception-Tag', tag)
  const rest = async function* () {
    yield* held
    try {
      while (!finished) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } catch (error) {
      yield lateFailure(error, tag)
    }
  }
  try {
    await sendBody(response, rest(), encoding)
  } finally {
    await iterator.return?.()
  }
}

/** Sends an error in ClickHouse's format. */
export function sendFailure(
  { response, queryId }: Pick<Exchange, 'response' | 'queryId'>,
  { status, code, text }: Failure,
) {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  for (const name of ['Content-Length', 'Content-Encoding', 'X-ClickHouse-Format']) response.removeHeader(name)
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': code,
    'X-ClickHouse-Query-Id': queryId,
  })
  response.end(`${text}\n`)
}

function setHeaders(exchange: Exchange, format: string): void {
  const type = contentTypes.find(([pattern]) => pattern.test(format))?.[1] ?? 'text/plain; charset=UTF-8'
  exchange.response.setHeader('Content-Type', type)
  exchange.response.setHeader('X-ClickHouse-Query-Id', exchange.queryId)
  exchange.response.setHeader('X-ClickHouse-Format', format)
  exchange.response.setHeader('X-ClickHouse-Timezone', 'UTC')
  exchange.response.setHeader('X-ClickHouse-Server-Display-Name', 'tillsight')
}

function summaryOf({ tally, startedAt }: Exchange): string {
  return JSON.stringify({
    read_rows: String(tally.rows),
    read_bytes: String(tally.bytes),
    written_rows: String(tally.writtenRows),
    written_bytes: String(tally.writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(tally.rows + tally.writtenRows),
    result_bytes: String(tally.bytes + tally.writtenBytes),
    elapsed_ns: String(Math.round((performance.now() - startedAt) * 1e6)),
  })
}

type Encoding = 'gzip' | 'zstd' | 'br'

function acceptedEncoding(incoming: IncomingMessage): Encoding | undefined {
  const accepted = incoming.headers['accept-encoding'] ?? ''
  const known: readonly Encoding[] = ['gzip', 'zstd', 'br']
  return known.find((encoding) => accepted.includes(encoding))
}

async function sendBody(response: ServerResponse, chunks: AsyncIterable<Uint8Array>, encoding: Encoding | undefined) {
  if (encoding) {
    response.setHeader('Content-Encoding', encoding)
    await pipeline(chunks, compressor(encoding), response)
    return
  }
  for await (const chunk of chunks) {
    if (response.destroyed) return
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}

function compressor(encoding: Encoding) {
  if (encoding === 'gzip') return zlib.createGzip({ level: 1 })
  if (encoding === 'zstd') return zlib.createZstdCompress()
  return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } })
}

/** The block that reports a failure to the client after the status has been sent. */
function lateFailure(error: unknown, tag: string): Uint8Array {
  const message = `${error instanceof Error ? error.message : String(error)}\n`
  const length = Buffer.byteLength(message)
  return Buffer.from(`\r\n__exception__\r\n${tag}\r\n${message}${length} ${tag}\r\n__exception__\r\n`)
}
