import type { ShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { createPool, waitForServer } from './connect.ts'
import { guardPool } from './guarded-pool.ts'
import { isMigrated, migrate } from './migrate.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { Schema, Tx } from './schema.ts'
import { createShopLock } from './shop-lock.ts'
import { OutsideValuesDialect } from './values.ts'

const poolSize = 10
const lockPoolSize = 8

/** How to reach the app state. */
export interface DatabaseOptions {
  readonly url: string
  readonly log: Log
  /** What `pg_stat_activity` shows. */
  readonly applicationName: string
  /** How long a query may wait for a connection, and for its answer, before it is given up as `unavailable`. */
  readonly patienceMs?: number
}

/** The app state: people, shops, connections, settings, sync states. */
export interface Database extends Pick<Notifications, 'listen'> {
  /** Queries outside of a transaction; the functions of each table take it or a {@link Tx}. */
  readonly kysely: Kysely<Schema>
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` while nobody else, in this or another process, holds the shop. Not re-entrant. */
  lockShop<T>(shop: ShopId, work: () => Promise<T>): Promise<T>
  /** Whether the server answers and the tables are those this code works with. */
  ready(): Promise<boolean>
  /** Brings the tables up to date; throws `conflict` when a newer Tillsight made them. */
  migrate(): Promise<void>
  /** May be called twice. */
  close(): Promise<void>
}

/** Connects, waiting up to 30 s for a server that is starting. Throws `unavailable`. Does not migrate. */
export async function openDatabase({ url, log, applicationName, ...rest }: DatabaseOptions): Promise<Database> {
  const pool = createPool({ url, log, applicationName, size: poolSize, ...rest })
  const lockPool = createPool({ url, log, applicationName: `${applicationName} locks`, size: lockPoolSize })
  const kysely = new Kysely<Schema>({
    dialect: new OutsideValuesDialect({ pool: guardPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const notifications = createNotifications({ url, log, applicationName })
  let closed: Promise<void> | undefined
  const closeAll = async () => {
    await notifications.close()
    await kysely.destroy()
    // An instance that was never used does not end its pool.
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
    migrate: () => migrate(kysely),
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

/** Leaves out numbers, so that what follows is newer than anything a store may hold that was copied a little later. */
export async function skipWriteVersions(db: Kysely<Schema>, count: bigint): Promise<void> {
  await sql`SELECT setval('write_version', nextval('write_version') + ${count}::bigint)`.execute(db)
}

/** The next number in the order of all warehouse writes of this installation; gaps are normal. */
export async function nextWriteVersion(db: Kysely<Schema>): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`SELECT nextval('write_version') AS version`.execute(db)
  const version = rows[0]?.version
  if (version === undefined) throw new Error('nextval returned no row')
  return version
}
