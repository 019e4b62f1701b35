import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline as joinStreams, type Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { failure } from './failure.ts'
import { type InsertHead, insertFromFile, readInsert, readStatement, type Statement } from './statement.ts'

/** A completely read request. */
export interface Request {
  readonly statement: Statement
  readonly queryId: string | undefined
  readonly database: string | undefined
  readonly settings: ReadonlyMap<string, string>
  readonly parameters: ReadonlyMap<string, string>
  /** Whether the answer is sent once it is complete, though it could be sent chunk by chunk. */
  readonly isWhole: boolean
  /** The file with the data of an insert; must be removed afterwards. */
  readonly dataFile: string | undefined
}

const notSettings = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'user',
  'password',
  'quota_key',
  'role',
  'session_id',
  'session_timeout',
  'session_check',
  'close_session',
  'stacktrace',
  'buffer_size',
  'wait_end_of_query',
  'compress',
  'decompress',
  'client_protocol_version',
  'http_write_exception_in_output_format',
])
const longestStatement = 64 * 1024 * 1024
/** As `http_max_field_value_size` of a server. A client cannot ask for more: it is read before any setting of the request. */
const longestField = 128 * 1024

/** Reads a request to `/`; insert data go to a file in `folder` named after `mark`. */
export async function readRequest(incoming: IncomingMessage, url: URL, target: { folder: string; mark: string }) {
  const fields = new Map(url.searchParams)
  for (const encoded of url.search.split('&')) assertFits(encoded.slice(encoded.indexOf('=') + 1))
  const body = decoded(incoming)
  const dataPath = join(target.folder, target.mark)
  const type = incoming.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    for (const [name, value] of await readForm(body, type)) fields.set(name, value)
    return toRequest(
      fields,
      incoming,
      await plainStatement(fields.get('query') ?? '', fields.get('default_format'), dataPath),
    )
  }
  const inUrl = fields.get('query')
  const insert = inUrl === undefined ? undefined : readInsert(inUrl)
  if (insert) return toRequest(fields, incoming, await insertStatement(insert, body, dataPath))
  const text = (await readText(body)).trim()
  const sql = inUrl === undefined ? text : text === '' ? inUrl : `${inUrl}\n${text}`
  const format = fields.get('default_format') ?? textHeader(incoming, 'x-clickhouse-format')
  return toRequest(fields, incoming, await plainStatement(sql, format, dataPath))
}

interface Prepared {
  readonly statement: Statement
  readonly dataFile?: string
}

function toRequest(fields: ReadonlyMap<string, string>, incoming: IncomingMessage, prepared: Prepared): Request {
  const settings = new Map<string, string>()
  const parameters = new Map<string, string>()
  for (const [name, value] of fields) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value)
    else if (!notSettings.has(name)) settings.set(name, value)
  }
  if (incoming.method === 'GET' && !settings.has('readonly')) settings.set('readonly', '2')
  return {
    statement: prepared.statement,
    queryId: fields.get('query_id'),
    database: fields.get('database') ?? textHeader(incoming, 'x-clickhouse-database'),
    settings,
    parameters,
    isWhole: fields.get('wait_end_of_query') === '1',
    dataFile: prepared.dataFile,
  }
}

async function plainStatement(sql: string, format: string | undefined, dataPath: string): Promise<Prepared> {
  if (sql === '') throw failure(62, 'Syntax error: the query is empty.', 'SYNTAX_ERROR')
  const insert = readInsert(sql)
  if (insert) return insertStatement(insert, undefined, dataPath)
  return { statement: readStatement(sql, format ?? 'TabSeparated') }
}

async function insertStatement(insert: InsertHead, body: Readable | undefined, dataPath: string): Promise<Prepared> {
  const file = createWriteStream(dataPath, { mode: 0o600 })
  const inline = insert.data.replace(/^[ \t]*\r?\n?/, '')
  const data = async function* () {
    if (inline !== '') yield Buffer.from(inline)
    if (body) yield* body
  }
  try {
    await pipeline(data, file)
  } catch (error) {
    await rm(dataPath, { force: true })
    throw error
  }
  return { statement: insertFromFile(insert, dataPath), dataFile: dataPath }
}

function decoded(incoming: IncomingMessage): Readable {
  switch (incoming.headers['content-encoding']) {
    case undefined:
    case 'identity':
      return incoming
    case 'gzip':
      return unpack(incoming, zlib.createGunzip())
    case 'deflate':
      return unpack(incoming, zlib.createInflate())
    case 'br':
      return unpack(incoming, zlib.createBrotliDecompress())
    case 'zstd':
      return unpack(incoming, zlib.createZstdDecompress())
    default:
      throw failure(90, 'Unknown Content-Encoding: use gzip, deflate, br or zstd.', 'UNKNOWN_COMPRESSION_METHOD')
  }
}

/** Stops decompression if the client disconnects. */
function unpack(incoming: IncomingMessage, step: Transform): Readable {
  return joinStreams(incoming, step, () => undefined)
}

async function readText(body: Readable): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > longestStatement) throw failure(62, 'The query is longer than 64 MiB.', 'SYNTAX_ERROR')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function readForm(body: Readable, type: string): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(await buffer(body)), { headers: { 'content-type': type } }).formData()
  const fields: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    assertFits(value)
    fields.push([name, value])
  }
  return fields
}

function assertFits(value: string): void {
  if (Buffer.byteLength(value) > longestField) {
    throw failure(1000, 'HTML Form Exception: Field value too long', 'POCO_EXCEPTION')
  }
}

/** A header that may occur only once. */
export function textHeader(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return typeof value === 'string' ? value : undefined
}
