import { join } from 'node:path'
import { AppError } from '@tillsight/core'
import { type Database, embeddedPostgres, openDatabase } from '@tillsight/database'
import { createSupervisor, findOwner, type Log, ownDataDirectory } from '@tillsight/supervisor'
import { embeddedWarehouse, openWarehouse, type Warehouse } from '@tillsight/warehouse'
import type { Config } from './config.ts'

/** Both stores, open and migrated, and the way to close whatever was started for them. */
export interface Stores {
  readonly database: Database
  readonly warehouse: Warehouse
  readonly databaseUrl: string
  readonly warehouseUrl: string
  close(): Promise<void>
}

interface Addresses {
  readonly databaseUrl: string
  readonly warehouseUrl: string
}

/**
 * Opens the stores as their owner: embedded ones are started as children of this process. Throws `conflict` when another
 * process owns the data directory.
 */
export async function ownStores(config: Config, log: Log, role: string): Promise<Stores> {
  const directory = needsDirectory(config) ? await ownDataDirectory(config.dataDir, { role }) : undefined
  const supervisor = createSupervisor({ log })
  const undo = async (): Promise<void> => {
    await supervisor.stop()
    await directory?.release()
  }
  try {
    const [databaseUrl, warehouseUrl] = await Promise.all([startDatabase(), startWarehouse()])
    const stores = await connect({ databaseUrl, warehouseUrl }, config, log)
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

/** Opens the stores beside a running server, or as their owner when none runs: what the command-line tool needs. */
export async function attachStores(config: Config, log: Log, role: string): Promise<Stores> {
  if (!needsDirectory(config)) return await ownStores(config, log, role)
  const owner = await findOwner(config.dataDir)
  if (owner === undefined) return await ownStores(config, log, role)
  const { databaseUrl, warehouseUrl } = owner.details
  if (databaseUrl === undefined || warehouseUrl === undefined) {
    throw new AppError(
      'unavailable',
      `The stores in ${config.dataDir} are being started by process ${owner.pid} (${owner.role}). Wait until it says that it is ready and run the command again.`,
    )
  }
  return await connect({ databaseUrl, warehouseUrl }, config, log)
}

async function connect(addresses: Addresses, config: Config, log: Log): Promise<Stores> {
  const database = await openDatabase({ url: addresses.databaseUrl, log, applicationName: 'tillsight' })
  const warehouse = await openWarehouse({
    url: addresses.warehouseUrl,
    log,
    ...(config.clickhouseCluster === undefined ? {} : { cluster: config.clickhouseCluster }),
  })
  await Promise.all([database.migrate(), warehouse.migrate()])
  return {
    ...addresses,
    database,
    warehouse,
    close: () => Promise.all([database.close(), warehouse.close()]).then(() => undefined),
  }
}

/** With both stores outside nothing on this machine has to be owned. */
function needsDirectory(config: Config): boolean {
  return config.databaseUrl === undefined || config.clickhouseUrl === undefined
}
