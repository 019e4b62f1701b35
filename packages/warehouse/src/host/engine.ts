import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ChdbQueryStream, Session } from 'chdb'
import { quoteName, quoteText } from '../sql.ts'

/** One statement with its parameters and settings. */
export interface Job {
  readonly sql: string
  readonly database: string | undefined
  readonly settings: ReadonlyMap<string, string>
  readonly parameters: ReadonlyMap<string, string>
  /** Format of the answer unless the statement names one. */
  readonly format: string
  /** A unique text that identifies the running statement. */
  readonly mark: string
}

/** The statistics of a statement. */
export interface Tally {
  rows: number
  bytes: number
  writtenRows: number
  writtenBytes: number
}

interface NativeInsert {
  InsertRawAsyncConnection(
    connection: unknown,
    statement: string,
    data: Buffer,
    countLines: boolean,
  ): Promise<{ rowsWritten: number; bytesWritten: number }>
}

// The package's own `insert` reports written rows only for formats and statements that it builds itself.
function loadNativeInsert(): NativeInsert {
  const load = createRequire(import.meta.url)
  const loader: unknown = load(join(dirname(load.resolve('chdb/package.json')), 'dist', 'loader.js'))
  // Holds for the pinned version of the package, which tests of written rows prove.
  return (loader as { loadNative(): NativeInsert }).loadNative()
}

const native = loadNativeInsert()
const nothing = Buffer.alloc(0)

/**
 * chDB on one directory. Each statement runs on a session of its own (0.2 ms): settings and parameters live in sessions,
 * so no statement can ever see those of another. The first session carries the engine's configuration and stays open.
 */
export class Engine {
  readonly #path: string
  readonly #outgoing: string
  /** Open for as long as the engine is needed, which is until the process ends. */
  readonly first: Session

  /** `outgoing`: a folder of its own for answers that are files. */
  constructor({ path, outgoing, configFile }: { path: string; outgoing: string; configFile: string }) {
    this.#path = path
    this.#outgoing = outgoing
    this.first = new Session(path, { connectionArgs: [`--config-file=${configFile}`] })
  }

  /** Runs a statement that returns data, collected. */
  async read(job: Job, tally: Tally): Promise<Uint8Array> {
    using session = new Session(this.#path)
    const result = await session.queryAsync(`${preambleOf(job)}${job.sql}`, { format: job.format })
    tally.rows += result.rowsRead
    tally.bytes += result.bytesRead
    return result.bytes()
  }

  /** Runs a SELECT chunk by chunk; only for formats whose chunks can be strung together. */
  async *stream(job: Job, tally: Tally): AsyncGenerator<Uint8Array> {
    using session = new Session(this.#path)
    await session.queryAsync(preambleOf(job))
    const stream: ChdbQueryStream = session.queryStream(job.sql, { format: job.format })
    for await (const chunk of stream) {
      tally.rows += chunk.numRows
      tally.bytes += chunk.numBytes
      yield chunk.raw()
    }
  }

  /** Lets the engine write the answer of a SELECT, told without its format, into a file, and sends that. */
  async *file(job: Job, select: string, tally: Tally): AsyncGenerator<Uint8Array> {
    using session = new Session(this.#path)
    const path = join(this.#outgoing, job.mark)
    try {
      const into = `${select.trimEnd()}\nINTO OUTFILE ${quoteText(path)} FORMAT ${job.format}`
      const result = await session.queryAsync(`${preambleOf(job)}${into}`)
      tally.rows += result.rowsRead
      tally.bytes += result.bytesRead
      yield* createReadStream(path, { highWaterMark: 1 << 20 })
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Runs a statement that changes something. */
  async write(job: Job, tally: Tally): Promise<void> {
    using session = new Session(this.#path)
    await session.queryAsync(preambleOf(job))
    const { rowsWritten, bytesWritten } = await native.InsertRawAsyncConnection(
      session.connection,
      job.sql,
      nothing,
      false,
    )
    tally.writtenRows += rowsWritten
    tally.writtenBytes += bytesWritten
  }

  /** Runs one statement of the host itself. */
  async command(sql: string): Promise<string> {
    using session = new Session(this.#path)
    return (await session.queryAsync(sql, { format: 'TabSeparated' })).text()
  }

  /** Asks running statements with this mark to end; they do so a little later. */
  async kill(mark: string): Promise<void> {
    await this.command(`KILL QUERY WHERE startsWith(Settings['log_comment'], ${quoteText(mark)}) ASYNC`)
  }
}

/** The engine refuses longer statements than 262,144 bytes; a longer parameter has one of its own. */
const longestSetter = 60_000

/** As few statements as possible: every further SET costs the engine a third of a millisecond. */
function settersOf(parameters: Job['parameters']): string[] {
  const setters: string[] = []
  for (const [name, value] of parameters) {
    const setter = `${quoteName(`param_${name}`)} = ${quoteText(value)}`
    const last = setters.at(-1)
    // Characters, of which each takes up to four bytes.
    if (last === undefined || last.length + setter.length > longestSetter) setters.push(`SET ${setter}`)
    else setters[setters.length - 1] = `${last}, ${setter}`
  }
  return setters
}

function preambleOf({ database, settings, parameters, mark }: Job): string {
  const parts: string[] = []
  if (database) parts.push(`USE ${quoteName(database)}`)
  parts.push(...settersOf(parameters))
  // `readonly` comes last: under it, nothing else could be set.
  const ordered = [...settings].filter(([name]) => name !== 'readonly' && name !== 'log_comment')
  const comment = settings.get('log_comment')
  ordered.push(['log_comment', comment ? `${mark} ${comment}` : mark])
  parts.push(`SET ${ordered.map(([name, value]) => `${quoteName(name)} = ${quoteText(value)}`).join(', ')}`)
  const readonly = settings.get('readonly')
  if (readonly && readonly !== '0') parts.push(`SET readonly = ${quoteText(readonly)}`)
  return `${parts.join(';\n')};\n`
}
