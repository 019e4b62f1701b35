import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, isAppError } from '@tillsight/core'
import { type Database, embeddedPostgres, openDatabase } from '@tillsight/database'
import { createSupervisor, type DataDirectory, findOwner, type Log, ownDataDirectory } from '@tillsight/supervisor'
import { embeddedWarehouse, openWarehouse, type Warehouse } from '@tillsight/warehouse'
import type { Config } from './config.ts'

/** Connections to both stores, for one kind of work. */
export interface StoreAccess {
  readonly database: Database
  readonly warehouse: Warehouse
}

/** Both stores, open and migrated, with a function that stops whatever was started for them. */
export interface Stores extends StoreAccess {
  /** Separate connections for background work, so that it cannot starve requests. */
  readonly background: StoreAccess
  readonly databaseUrl: string
  readonly warehouseUrl: string
  close(): Promise<void>
}

/** Where both stores are. */
export interface Addresses {
  readonly databaseUrl: string
  readonly warehouseUrl: string
}

/** Role of a process that serves requests. */
export const serverRole = 'serve'

/** Timeout of queries that a page waits for; a late result is reported as such. */
const peoplesPatienceMs = 10_000
const longestCommandMs = 60_000
const lookAgainMs = 200

/** Options of opening the stores as their owner. */
export interface OwnOptions {
  /** Name of this process, shown to others that want the folder. */
  readonly role: string
  /** Runs once the folder is owned, before anything is started: to claim other shared resources. */
  readonly whenOwned?: () => Promise<void>
  /** Settles when stores of another version may be brought to this one: a start that fails before leaves them as they are. */
  readonly mayMigrate?: Promise<unknown> | undefined
}

/**
 * Opens the stores as their owner: embedded ones are started as children of this process. Throws `conflict` when another
 * process owns the data directory; a server waits for a command that has it for a while.
 */
export async function ownStores(config: Config, log: Log, options: OwnOptions): Promise<Stores> {
  const { role, whenOwned, mayMigrate } = options
  const directory = needsDirectory(config) ? await ownWhenFree(config.dataDir, role, log) : undefined
  const supervisor = createSupervisor({ log })
  const undo = async (): Promise<void> => {
    await supervisor.stop()
    await directory?.release()
  }
  try {
    await whenOwned?.()
    const [databaseUrl, warehouseUrl] = await Promise.all([startDatabase(), startWarehouse()])
    const stores = await connect({ databaseUrl, warehouseUrl }, config, { log, role, mayMigrate })
    await directory?.publish({ databaseUrl, warehouseUrl })
    return { ...stores, close: () => stores.close().then(undo) }
  } catch (error) {
    await undo()
    throw error
  }

  async function startDatabase(): Promise<string> {
    if (config.databaseUrl !== undefined) return config.databaseUrl
    const embedded = await embeddedPostgres({
      dataDir: join(config.dataDir, 'postgres'),
      socketDir: join(config.dataDir, 'run'),
      log,
      ...(config.programsDir === undefined ? {} : { programsDir: config.programsDir }),
    })
    await supervisor.start(embedded.spec)
    return embedded.url
  }

  async function startWarehouse(): Promise<string> {
    if (config.clickhouseUrl !== undefined) return config.clickhouseUrl
    const embedded = embeddedWarehouse({ dataDir: join(config.dataDir, 'warehouse'), log })
    await supervisor.start(embedded.spec)
    return embedded.url
  }
}

/** A restarted server gets its folder as soon as an import or a backup releases it. */
async function ownWhenFree(dataDir: string, role: string, log: Log): Promise<DataDirectory> {
  const deadline = performance.now() + longestCommandMs
  for (let isReported = false; ; isReported = true) {
    try {
      return await ownDataDirectory(dataDir, { role })
    } catch (error) {
      const isShort = isAppError(error) && error.code === 'conflict' && error.details.role !== serverRole
      if (role !== serverRole || !isShort || performance.now() > deadline) throw error
      const { pid, role: command } = error.details
      if (!isReported)
        log.warn({ pid, command }, 'waiting for a command that has the data directory, for up to a minute')
      await delay(lookAgainMs)
    }
  }
}

/** Opens the stores beside a running server, or as their owner when none runs: for command-line tools. */
export async function attachStores(config: Config, log: Log, role: string): Promise<Stores> {
  if (!needsDirectory(config)) return await ownStores(config, log, { role })
  const owner = await findOwner(config.dataDir)
  if (owner === undefined) return await ownStores(config, log, { role })
  const { databaseUrl, warehouseUrl } = owner.details
  if (databaseUrl === undefined || warehouseUrl === undefined) {
    throw new AppError(
      'unavailable',
      `The stores in ${config.dataDir} are being started by process ${owner.pid} (${owner.role}). Wait until it says that it is ready and run the command again.`,
    )
  }
  return await connect({ databaseUrl, warehouseUrl }, config, { log, role })
}

async function connect(
  addresses: Addresses,
  config: Config,
  { log, role, mayMigrate }: Pick<OwnOptions, 'role' | 'mayMigrate'> & { readonly log: Log },
): Promise<Stores> {
  const isServer = role === serverRole
  const open = (how: Pick<AccessOptions, 'isBackground' | 'patienceMs'>) =>
    openAccess(addresses, { config, log, ...how })
  const background = await open({ isBackground: isServer })
  // A command does one thing at a time, so it needs no separate connections.
  const access = isServer ? await open({ isBackground: false, patienceMs: peoplesPatienceMs }) : background
  const close = async (): Promise<void> => {
    const all = [...new Set([access, background])]
    await Promise.all(all.flatMap(({ database, warehouse }) => [database.close(), warehouse.close()]))
  }
  try {
    if (!(await background.database.isNew())) await mayMigrate
    await Promise.all([background.database.migrate(), background.warehouse.migrate()])
  } catch (error) {
    await close()
    throw error
  }
  return { ...addresses, ...access, background, close }
}

/** The settings that connections depend on. */
export type AccessSettings = Pick<Config, 'databaseUrl' | 'clickhouseCluster'>

interface AccessOptions {
  readonly config: AccessSettings
  readonly log: Log
  readonly isBackground: boolean
  readonly patienceMs?: number
}

/** Opens connections to both stores, which have their tables. */
export async function openAccess(
  { databaseUrl, warehouseUrl }: Addresses,
  options: AccessOptions,
): Promise<StoreAccess> {
  const { log, isBackground, patienceMs } = options
  const { clickhouseCluster: cluster } = options.config
  const patience = patienceMs === undefined ? {} : { patienceMs }
  const keptMs = connectionsKeptMs(options.config)
  const database = await openDatabase({ url: databaseUrl, log, applicationName: 'tillsight', keptMs, ...patience })
  const place = { url: warehouseUrl, log, isBackground, ...(cluster === undefined ? {} : { cluster }) }
  return { database, warehouse: await openWarehouse(place) }
}

/**
 * For how long unused connections to the database are kept, in milliseconds: to our own server past the next round of background
 * work, which costs less than new ones. One elsewhere may have few for many; undefined leaves it at what is usual.
 */
export function connectionsKeptMs({ databaseUrl }: AccessSettings): number | undefined {
  return databaseUrl === undefined ? 75_000 : undefined
}

/** With both stores external, there is no local directory to own. */
function needsDirectory(config: Config): boolean {
  return config.databaseUrl === undefined || config.clickhouseUrl === undefined
}
