import { type Clock, isAppError, type ShopId, toShopId } from '@tillsight/core'
import {
  type Db,
  deleteImport,
  deleteImportFile,
  findImport,
  type ImportRow,
  type JobDefinition,
  type Jobs,
  listIdleImports,
  updateImportIn,
} from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { checkImport, StoredMapping } from './check-import.ts'
import { type ImportOrders, importOrders } from './import-orders.ts'
import { planningStates, tryLockImports } from './import-states.ts'
import { storedFile } from './stored-file.ts'
import { undoImport } from './undo-import.ts'

const OneImport = z.object({ shop: z.string().transform(toShopId), import: z.uuid() })
type OneImport = z.infer<typeof OneImport>

const hourMs = 3_600_000
const keptDays = 7

function perImport(name: string, label: string): JobDefinition<OneImport> {
  return {
    name,
    payload: OneImport,
    retry: { limit: 5, delaySeconds: 10, backoff: true },
    expireInSeconds: 12 * 3600,
    exclusiveBy: (payload) => payload.import,
    label: () => label,
  }
}

/** Background work on an import, by kind. Each kind is repeatable. */
export const importJobs = {
  check: perImport('import.check', 'A file is checked'),
  store: perImport('import.store', 'Orders are imported'),
  undo: perImport('import.undo', 'An import is undone'),
} as const
/** One of {@link importJobs}. */
export type ImportWork = keyof typeof importJobs

const tidyJob: JobDefinition<Record<string, never>> = {
  name: 'import.tidy',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Unfinished imports are looked after',
}

/** Queues work on an import, unless the same work is already waiting. */
export async function requestImportWork(
  jobs: Pick<Jobs, 'enqueue'>,
  { what, ...payload }: OneImport & { readonly what: ImportWork },
): Promise<void> {
  await jobs.enqueue(importJobs[what], payload, { unlessWaiting: true })
}

/** Services that the jobs need. */
export interface ImportJobServices {
  readonly jobs: Jobs
  readonly clock: Clock
  readonly db: { readonly kysely: Db }
  openShop(shop: ShopId): Promise<ShopContext>
}

/** Runs these jobs in this process. */
export async function handleImportJobs(services: ImportJobServices): Promise<void> {
  const { jobs } = services
  const open = (shop: ShopId) => services.openShop(shop)
  await jobs.handle(importJobs.check, async ({ shop, import: id }, { signal, progress }) => {
    await checkImport(await open(shop), { id, signal, onProgress: progress })
  })
  await jobs.handle(importJobs.store, async ({ shop, import: id }, { signal, progress }) => {
    await importStored(await open(shop), id, { signal, onProgress: progress })
  })
  await jobs.handle(importJobs.undo, async ({ shop, import: id }, { signal, progress }) => {
    await undoImport(await open(shop), { id, signal, onProgress: progress })
  })
  await jobs.handle(tidyJob, () => tidyImports(services))
  await jobs.schedule(tidyJob, {}, { cron: '*/20 * * * *', zone: 'UTC' })
}

/** Imports an uploaded and previewed file. Does nothing to an import that somebody has ended meanwhile. */
async function importStored(
  ctx: ShopContext,
  id: string,
  listeners: Pick<ImportOrders, 'signal' | 'onProgress'>,
): Promise<void> {
  const { kysely } = ctx.db
  const row = await findImport(kysely, ctx.shop.id, id)
  if (row?.state !== 'running' && row?.state !== 'failed') return
  try {
    await importOrders(ctx, { ...inputOf(ctx, row), ...listeners })
  } catch (error) {
    if (!isAppError(error) || error.code !== 'invalid_input') throw error
    // The file itself is the problem: it has to be checked again.
    await updateImportIn(kysely, { id, states: ['running'], change: { state: 'refused', problem: error.message } })
  }
}

function inputOf({ db }: ShopContext, row: ImportRow) {
  return {
    source: storedFile(db.kysely, { importId: row.id, kind: 'file' }, row.fileName),
    format: row.format,
    mapping: StoredMapping.parse(row.mapping),
    importId: row.id,
  }
}

const workOf = { checking: 'check', running: 'store', undoing: 'undo' } as const

const brokenOff =
  'The command that imported this file was ended before it was done, or its database was. What it stored are whole orders; import the file again to complete it.'

/**
 * An import from the command line runs while the command holds the shop's import lock; after a crash it continues only when
 * somebody starts it again.
 */
async function failBrokenOff(
  db: ImportJobServices['db'],
  { id, shopId }: { id: string; shopId: ShopId },
): Promise<void> {
  const change = { state: 'failed', problem: brokenOff }
  await tryLockImports({ db, shop: { id: shopId } }, () =>
    updateImportIn(db.kysely, { id, states: ['running'], change }),
  )
}

/**
 * Queues work that a killed process failed to queue, marks interrupted command-line imports as failed, and deletes abandoned
 * files.
 */
export async function tidyImports({ db, jobs, clock }: Omit<ImportJobServices, 'openShop'>): Promise<void> {
  const now = clock.now().getTime()
  for (const row of await listIdleImports(db.kysely, ['running'], clock.now()))
    if (row.personId === null) await failBrokenOff(db, row)
  const waiting = await listIdleImports(db.kysely, Object.keys(workOf), new Date(now - hourMs))
  for (const { id, shopId, state } of waiting) {
    const what = Object.entries(workOf).find(([known]) => known === state)?.[1]
    if (what) await requestImportWork(jobs, { shop: shopId, import: id, what })
  }
  const since = new Date(now - keptDays * 24 * hourMs)
  const unfinished = ['uploading', ...planningStates]
  for (const { id } of await listIdleImports(db.kysely, unfinished, since))
    await deleteImport(db.kysely, id, unfinished)
  for (const { id } of await listIdleImports(db.kysely, ['failed'], since))
    await deleteImportFile(db.kysely, id, 'file')
}
