import { AppError, type ShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import {
  CamelCasePlugin,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { createPool, isNoResult, mayPass, preparedName, sayUnavailable, waitForServer } from './connect.ts'
import { findSchemaVersion, isMigrated, migrate } from './migrate.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { Schema, Tx } from './schema.ts'

/** Runs `work` while holding the shop's lock across all processes. */
type LockShop = <T>(shop: ShopId, work: () => Promise<T>) => Promise<T>

/**
 * Locks of shops, as advisory locks on connections of their own: `work` takes its connections from another pool, so
 * lock holders cannot starve each other. Waiting inside this process costs no connection. Not re-entrant.
 */
function createShopLock(pool: Pool, log: Log): LockShop {
  const queues = new Map<ShopId, Promise<unknown>>()

  return async (shop, work) => {
    const before = queues.get(shop) ?? Promise.resolve()
    const turn = before.then(() => holdLock(pool, log, { shop, work }))
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    queues.set(shop, settled)
    try {
      return await turn
    } finally {
      if (queues.get(shop) === settled) queues.delete(shop)
    }
  }
}

async function holdLock<T>(pool: Pool, log: Log, { shop, work }: { shop: ShopId; work: () => Promise<T> }): Promise<T> {
  const client = await sayUnavailable(() => takeLock(pool, shop))
  let result: T
  try {
    result = await work()
  } catch (error) {
    await unlock(client, shop).catch((cause: unknown) => log.warn({ err: cause, shop }, 'the lock of a shop was lost'))
    throw error
  }
  await unlock(client, shop).catch((cause: unknown) => {
    throw new AppError(
      'unavailable',
      'The database restarted while this shop was being written. The step is safe to repeat.',
      { cause },
    )
  })
  return result
}

/** After a restart of the server the pool may hold broken connections that nobody has noticed: each is met once. */
async function takeLock(pool: Pool, shop: ShopId): Promise<PoolClient> {
  for (let triesLeft = pool.options.max; ; triesLeft -= 1) {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockName(shop)])
      return client
    } catch (error) {
      client.release(true)
      if (triesLeft === 0 || !mayPass(error)) throw error
    }
  }
}

/** Throws when the connection broke meanwhile, and the lock with it. */
async function unlock(client: PoolClient, shop: ShopId): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockName(shop)])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

function lockName(shop: ShopId): string {
  return `tillsight shop ${shop}`
}

/**
 * PostgreSQL's errors for values that no column can hold or be compared with: a text with a zero byte, half a surrogate pair
 * in JSON, a number or a time beyond the type's range, an invalid UUID.
 */
const impossibleValues = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'])

/**
 * Kysely's dialect for values from outside: an impossible value is the sender's error and not an internal failure, whichever
 * endpoint it came through.
 */
class OutsideValuesDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new OutsideValuesDriver(this.#config)
  }
}

class OutsideValuesDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    // The driver identifies connections by identity, so they cannot be wrapped.
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...query) => {
      try {
        return await execute(...query)
      } catch (error) {
        throw isImpossibleValue(error) ? refusal(error) : error
      }
    }
    return connection
  }
}

const poolSize = 10
const lockPoolSize = 8

/** How to connect to the app database. */
export interface DatabaseOptions {
  readonly url: string
  readonly log: Log
  /** The name shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** How long a query may wait for a connection, and for its answer, before it is given up as `unavailable`. */
  readonly patienceMs?: number
  /** For how long an unused connection is kept; 10 s by default. */
  readonly keptMs?: number | undefined
}

/** The app state: people, shops, connections, settings, sync states. */
export interface Database extends Pick<Notifications, 'listen'> {
  /** Queries outside a transaction; each table's functions accept this or a {@link Tx}. */
  readonly kysely: Kysely<Schema>
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` while holding the shop's lock across all processes. Not re-entrant. */
  lockShop<T>(shop: ShopId, work: () => Promise<T>): Promise<T>
  /** Whether the server responds and the tables match this code. */
  ready(): Promise<boolean>
  /** Whether there are no tables yet. */
  isNew(): Promise<boolean>
  /** Migrates the tables; throws `conflict` if a newer Tillsight created them. */
  migrate(): Promise<void>
  /** May be called twice. */
  close(): Promise<void>
}

/** Connects, waiting up to 30 s for a server that is starting. Throws `unavailable`. Does not migrate. */
export async function openDatabase({ url, log, applicationName, keptMs, ...rest }: DatabaseOptions): Promise<Database> {
  const usual = { url, log, keptMs }
  const pool = createPool({ ...usual, applicationName, size: poolSize, ...rest })
  const lockPool = createPool({ ...usual, applicationName: `${applicationName} locks`, size: lockPoolSize })
  const kysely = new Kysely<Schema>({
    dialect: new OutsideValuesDialect({ pool: guardPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const notifications = createNotifications({ url, log, applicationName })
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await notifications.close()
    await kysely.destroy()
    // A never-used instance does not end its pool.
    await Promise.all([pool.ended ? undefined : pool.end(), lockPool.end()])
  }
  try {
    await waitForServer(pool, log)
  } catch (error) {
    await closeAll()
    throw error
  }
  return {
    kysely,
    transaction: (work) => kysely.transaction().execute(work),
    lockShop: createShopLock(lockPool, log),
    listen: (channel, listener) => notifications.listen(channel, listener),
    ready: async () => closed === undefined && isMigrated(kysely).catch(() => false),
    isNew: async () => (await findSchemaVersion(kysely)) === undefined,
    migrate: () => migrate(kysely),
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Skips numbers, so that later writes are newer than anything in a warehouse that was copied slightly later. */
export async function skipWriteVersions(db: Kysely<Schema>, count: bigint): Promise<void> {
  await sql`SELECT setval('write_version', nextval('write_version') + ${count}::bigint)`.execute(db)
}

/** The next number in the order of all warehouse writes of this installation; gaps are normal. */
export async function nextWriteVersion(db: Kysely<Schema>): Promise<bigint> {
  const next = db.selectNoFrom(sql<bigint>`nextval('write_version')`.as('version'))
  return (await next.executeTakeFirstOrThrow()).version
}

/**
 * A pool in the query builder's interface. Reports an unavailable server as `unavailable`, here for all queries; and a
 * connection whose query timed out is not reused.
 */
function guardPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => sayUnavailable(async () => guardClient(await pool.connect())),
    end: () => pool.end(),
  }
}

function guardClient(client: PoolClient): PostgresPoolClient {
  let broken: Error | undefined
  const query = async <R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    // Rolling back would only wait once more.
    if (broken !== undefined) throw broken
    try {
      // Safe, because the builder uses rows unchanged.
      const name = preparedName(sql)
      const statement = { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) }
      return (await client.query(statement)) as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (isNoResult(error)) broken = error
      throw error
    }
  }
  return {
    query: ((sql: string, parameters: readonly unknown[]) =>
      sayUnavailable(() => query(sql, parameters))) as PostgresPoolClient['query'],
    release: (isUnusable = false) => client.release(isUnusable || broken !== undefined),
  }
}

function isImpossibleValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && impossibleValues.has(String(error.code))
}

function refusal(cause: unknown): AppError {
  return new AppError(
    'invalid_input',
    'Something in this request cannot exist here: a text with a zero byte or a broken character, or a number or time that is out of range. Correct it and try again.',
    { cause },
  )
}
