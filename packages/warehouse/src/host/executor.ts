import { shapeOf } from '../sql.ts'
import { defaultSettings, type MemoryLimits } from './config-file.ts'
import type { Engine, Job, Tally } from './engine.ts'
import { failure } from './failure.ts'
import type { Request } from './request.ts'

/** A request with the identifiers of this execution. */
export interface Order extends Request {
  readonly mark: string
  readonly queryId: string
}

/** The engine, and the limits of statements. */
export interface ExecutorOptions {
  readonly engine: Engine
  readonly limits: MemoryLimits
  /** Called once per statement, for the query log. */
  readonly log: (fields: object) => void
}

/** Runs statements concurrently, each kind in its own lane, and cancels those that nobody waits for any more. */
export interface Executor {
  newTally(): Tally
  run(order: Order, call: { tally: Tally; signal: AbortSignal }): AsyncGenerator<Uint8Array>
  /** Ends running statements and refuses further ones; resolves when the engine is idle. */
  drain(): Promise<void>
}

/** Concurrent statements, by lane. */
export const laneWidths = { report: 4, lookup: 1, background: 2, insert: 2, change: 1 }
const killEveryMs = 100

/** Creates an executor for the engine. */
export function createExecutor({ engine, limits, log }: ExecutorOptions): Executor {
  const lanes = Object.fromEntries(
    Object.entries(laneWidths).map(([name, width]) => [name, createLane(width)]),
  ) as Record<keyof typeof laneWidths, Lane> // Holds because the keys are those of `laneWidths`.
  const running = new Map<string, { order: Order; killed: boolean }>()
  let draining = false
  const idle = Promise.withResolvers<void>()

  function laneOf({ statement, settings }: Order): Lane {
    if (statement.kind === 'insert') return lanes.insert
    if (statement.kind === 'change') return lanes.change
    const priority = settings.get('priority')
    if (priority === '1') return lanes.lookup
    return priority === '2' ? lanes.background : lanes.report
  }

  function kill(entry: { order: Order; killed: boolean }): void {
    if (entry.killed) return
    entry.killed = true
    const { mark } = entry.order
    // Once may be too early: the engine only knows a statement after parsing it.
    const again = setInterval(() => {
      if (running.has(mark)) engine.kill(mark).catch(() => undefined)
      else clearInterval(again)
    }, killEveryMs)
    engine.kill(mark).catch(() => undefined)
  }

  async function* execute(order: Order, tally: Tally): AsyncGenerator<Uint8Array> {
    const asked = /^\s*KILL\s+QUERY\s+WHERE\s+query_id\s*=\s*'([^'\\]*)'/i.exec(order.statement.sql)
    if (asked) {
      for (const entry of running.values()) if (entry.order.queryId === asked[1]) kill(entry)
      return
    }
    const job = toJob(order, limits)
    const { streams, file } = order.statement
    // The beginning of a stream, which is planning, and counting of subqueries, holds up everything else.
    if (streams && !order.isWhole) yield* engine.stream(job, tally)
    else if (file !== undefined) yield* engine.file(job, file, tally)
    else if (order.statement.kind === 'insert') await engine.write(job, tally)
    else yield await engine.read(job, tally)
  }

  return {
    newTally: () => ({ rows: 0, bytes: 0, writtenRows: 0, writtenBytes: 0 }),
    async *run(order, { tally, signal }) {
      const queuedAt = performance.now()
      const leave = await laneOf(order).enter(signal)
      const startedAt = performance.now()
      const entry = { order, killed: false }
      const onGone = () => kill(entry)
      let outcome = 'done'
      try {
        if (draining) throw failure(236, 'The warehouse is shutting down.', 'ABORTED')
        running.set(order.mark, entry)
        signal.addEventListener('abort', onGone, { once: true })
        yield* execute(order, tally)
      } catch (error) {
        outcome = error instanceof Error ? error.message.slice(0, 300) : 'failed'
        throw error
      } finally {
        signal.removeEventListener('abort', onGone)
        running.delete(order.mark)
        leave()
        if (draining && running.size === 0) idle.resolve()
        const waitedMs = Math.round(startedAt - queuedAt)
        const tookMs = Math.round(performance.now() - startedAt)
        // Only used if the log is that detailed.
        log({
          get query() {
            return shapeOf(order.statement.sql)
          },
          ...tally,
          waitedMs,
          tookMs,
          outcome,
        })
      }
    },
    async drain() {
      draining = true
      if (running.size === 0) return
      for (const entry of running.values()) kill(entry)
      await idle.promise
    },
  }
}

function toJob({ statement, mark, database, settings, parameters }: Order, limits: MemoryLimits): Job {
  const all = defaultSettings(limits, statement.kind)
  for (const [name, value] of settings) all.set(name, value)
  return { sql: statement.sql, database, settings: all, parameters, format: statement.format, mark }
}

/** Lets a fixed number of tasks run at once; the others wait their turn in order. */
interface Lane {
  /** Resolves once there is room; call the returned function to release the place. Rejects if `signal` aborts first. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A lane for `width` concurrent tasks. */
function createLane(width: number): Lane {
  const waiting: (() => void)[] = []
  let free = width

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const leaveOnce = () => {
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return leaveOnce()
      }
      await new Promise<void>((resolve, reject) => {
        const admit = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(admit), 1)
          reject(signal.reason)
        }
        waiting.push(admit)
        signal.addEventListener('abort', giveUp, { once: true })
      })
      return leaveOnce()
    },
  }
}
