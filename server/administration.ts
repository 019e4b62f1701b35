// Administration of the installation: who may, and what its verbs need from the machine, the auth service and the stores.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'
import { isAdministrator } from '@tillsight/database'
import {
  type AdminContext,
  type AdminVerbs,
  adminVerbs,
  type InstallationServices,
  isWithin,
  personActor,
  planOf,
  type RunVerb,
  run,
} from '@tillsight/domain'
import { createAccountServices } from './account-services.ts'
import { operator, originOf } from './contexts.ts'
import { newSupportToken } from './identity/support.ts'
import type { Visit } from './identity/visit.ts'
import { memberLetters } from './member-letters.ts'
import type { Runtime } from './runtime.ts'
import type { StoreAccess } from './stores.ts'
import { newestVersion } from './updates.ts'
import { runner } from './verbs.ts'
import { root, version } from './version.ts'

/** What there is for whoever may not. */
function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing here. Check the address.')
}

/**
 * Runs the verbs of administration for the requesting person. Throws the same `not_found` for everybody who is no administrator, comes
 * from another network than {@link Config.adminNetworks}, or looks in as somebody; nothing tells them apart from a page that does not
 * exist. A second factor has been shown by then, where the account has one.
 */
export async function adminRunner(runtime: Runtime, visit: Visit): Promise<RunVerb<AdminVerbs>> {
  const { config, stores, clock, log } = runtime
  if (visit.support || visit.request.bearer !== undefined) throw nothingHere()
  if (!isWithin(config.adminNetworks, visit.request.ip)) throw nothingHere()
  const { id } = await visit.caller().catch(() => {
    throw nothingHere()
  })
  const { database: db } = stores
  if (!(await isAdministrator(db.kysely, id))) throw nothingHere()
  const actor = { ...personActor(id), administers: true } as const
  const at = { actor, db, queries: db.kysely, clock, log, origin: originOf(visit.request) }
  return runnerIn({ ...at, installation: installationServices(runtime, stores, at.actor) })
}

/** The same for the operator, at the command line. Never for a request. */
export function operatorAdminRunner(runtime: Runtime): RunVerb<AdminVerbs> {
  const { stores, clock, log } = runtime
  const db = stores.background.database
  const installation = installationServices(runtime, stores.background, operator)
  return runnerIn({ actor: operator, db, queries: db.kysely, clock, log, installation })
}

function runnerIn(ctx: AdminContext): RunVerb<AdminVerbs> {
  return runner<AdminVerbs, AdminContext>(adminVerbs, (verb, input) => run(verb, ctx, input))
}

function installationServices(
  runtime: Runtime,
  { warehouse }: Pick<StoreAccess, 'warehouse'>,
  actor: AdminContext['actor'],
): InstallationServices {
  return {
    accounts: createAccountServices(runtime),
    jobs: runtime.jobs,
    warehouse,
    letters: memberLetters(runtime, actor),
    machine: () => readMachine(runtime),
    planOf: (organisation) => planOf(runtime.stores.database.kysely, organisation),
    newToken: newSupportToken,
  }
}

async function readMachine(runtime: Runtime): ReturnType<InstallationServices['machine']> {
  const { config, stores, clock } = runtime
  const [database, warehouse, published] = await Promise.all([
    stores.database.ready().catch(() => false),
    stores.warehouse.ready().catch(() => false),
    newestVersion(runtime),
  ])
  const installed = installedVersion()
  return {
    version,
    newer:
      installed !== version
        ? { version: installed, where: 'installed' }
        : published === undefined
          ? null
          : { version: published, where: 'published' },
    asksOutside: config.updatesUrl !== undefined,
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    role: config.role,
    disk: readDisk(config.dataDir),
    memory: { process: process.memoryUsage().rss, free: freemem(), total: totalmem() },
    database,
    warehouse,
  }
}

/** The version that lies on this machine: another one than runs where it was updated and not started again. */
function installedVersion(): string {
  try {
    const { version: found } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version?: unknown }
    return typeof found === 'string' ? found : version
  } catch {
    return version
  }
}

function readDisk(dataDir: string): { readonly free: number; readonly total: number } | null {
  if (!existsSync(dataDir)) return null
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  return { free: bavail * bsize, total: blocks * bsize }
}
