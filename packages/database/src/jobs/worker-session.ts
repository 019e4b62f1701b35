import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@tillsight/supervisor'
import pg from 'pg'
import { cancelChannel } from './store.ts'

const workersLock = 'tillsight job workers'
const reconnectMs = 1000

/** What a worker does with its session. */
export interface WorkerSessionOptions {
  readonly url: string
  readonly log: Log
  /** No other worker is alive: jobs marked as running belong to killed ones. */
  readonly recover: () => Promise<void>
  readonly cancelled: (jobId: string) => void
}

/** A connection that lives as long as the worker: the server knows by it that the worker is alive. */
export interface WorkerSession {
  /** Takes a key for this worker, unless another job here or elsewhere has it. */
  tryHold(key: string): Promise<boolean>
  letGo(key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the session. All workers share one lock for as long as they live; a worker that gets it alone when it starts
 * knows that no other is alive, so jobs of killed workers continue at once instead of after the heartbeat's time.
 */
export async function openWorkerSession(options: WorkerSessionOptions): Promise<WorkerSession> {
  const held = new Set<string>()
  const closing = new AbortController()
  let client = await connect(options, lost)
  await announceWorker(client, options)
  let last: Promise<unknown> = Promise.resolve()

  /** One statement at a time, as the connection wants it. */
  function inTurn<T>(step: (client: pg.Client) => Promise<T>): Promise<T> {
    const turn = last.then(() => step(client))
    last = turn.catch(() => undefined)
    return turn
  }

  function lost(error: Error): void {
    if (closing.signal.aborted) return
    options.log.warn({ err: error }, 'the connection of the job worker broke; opening another')
    last = reconnect()
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const next = await connect(options, lost)
        await changeLock(next, 'pg_advisory_lock_shared', workersLock)
        for (const key of held) await tryLock(next, lockName(key))
        client = next
        return
      } catch (error) {
        options.log.debug({ err: error }, 'the job worker cannot connect yet')
        await delay(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async tryHold(key) {
      if (held.has(key)) return false
      held.add(key)
      const free = await inTurn((current) => tryLock(current, lockName(key))).catch(() => false)
      if (!free) held.delete(key)
      return free
    },
    async letGo(key) {
      held.delete(key)
      // Without the connection the lock is gone as well.
      await inTurn((current) => changeLock(current, 'pg_advisory_unlock', lockName(key))).catch(() => undefined)
    },
    async close() {
      closing.abort()
      await last
      await client.end().catch(() => undefined)
    },
  }
}

async function connect(options: WorkerSessionOptions, lost: (error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'tillsight job worker',
    keepAlive: true,
  })
  client.once('error', lost)
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) options.cancelled(payload)
  })
  await client.connect()
  await client.query(`LISTEN ${cancelChannel}`)
  return client
}

async function announceWorker(client: pg.Client, { recover }: WorkerSessionOptions): Promise<void> {
  const alone = await tryLock(client, workersLock)
  if (alone) await recover()
  await changeLock(client, 'pg_advisory_lock_shared', workersLock)
  if (alone) await changeLock(client, 'pg_advisory_unlock', workersLock)
}

async function changeLock(
  client: pg.Client,
  how: 'pg_advisory_lock_shared' | 'pg_advisory_unlock',
  name: string,
): Promise<void> {
  await client.query(`SELECT ${how}(hashtextextended($1, 0))`, [name])
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
    [name],
  )
  return rows[0]?.free === true
}

function lockName(key: string): string {
  return `tillsight job ${key}`
}
