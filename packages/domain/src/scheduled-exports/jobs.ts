import { dayOf } from '@tillsight/core/days'
import {
  addExportRun,
  changeExport,
  changeExportRun,
  eachMinute,
  filterExportFiles,
  isExportDue,
  type JobDefinition,
  type Jobs,
  lastExportedDay,
  listDueExportRuns,
  listOldExportFiles,
  lockDueExport,
} from '@tillsight/database'
import { z } from 'zod'
import { requestRound } from '../notifications/index.ts'
import { keptDays, readDefinition } from './definition.ts'
import { type ExportServices, makeExportRun } from './make-run.ts'
import { nextRun, rangeOf } from './timing.ts'

const roundJob: JobDefinition<Record<string, never>> = {
  name: 'exports.round',
  payload: z.strictObject({}),
  // The next round comes a minute later, if anything is left.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Looking for exports that are due',
}

const runJob: JobDefinition<{ readonly run: string }> = {
  name: 'exports.run',
  payload: z.strictObject({ run: z.uuid() }),
  // The run itself counts its failures.
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 2 * 3600,
  exclusiveBy: ({ run }) => run,
  label: () => 'Making an export',
  concurrency: 1,
}

const tidyJob: JobDefinition<Record<string, never>> = {
  name: 'exports.tidy',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Removing files of exports that are older than 30 days',
}

const dayMs = 86_400_000
/** A run ends before. */
const longestRunMs = 3 * 3_600_000
const atOnce = 100

/** Makes exports from this process: those that are due are looked for every minute. Needs started jobs. */
export async function handleExportJobs(services: ExportServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs, db, clock } = services
  await jobs.handle(runJob, async ({ run }, { signal, progress }) => {
    const onRows = (done: number) => progress({ done, total: null })
    await makeExportRun({ ...services, onRows }, run, signal)
    // Whoever asked for it by hand looks into the mailbox now.
    await requestRound(jobs)
  })
  await jobs.handle(roundJob, async () => {
    await makeDueExports(services)
    for (const { id } of await listDueExportRuns(db.kysely, clock.now(), atOnce)) {
      await jobs.enqueue(runJob, { run: id }, { unlessWaiting: true })
    }
  })
  await eachMinute(jobs, async () => {
    if (await isExportDue(db.kysely, clock.now())) await requestExportRound(jobs)
  })
  await jobs.handle(tidyJob, () => tidyExports(services))
  await jobs.schedule(tidyJob, {}, { cron: '23 3 * * *', zone: 'UTC' })
}

/** Begins a round soon: somebody waits for an export. */
export async function requestExportRound(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(roundJob, {}, { unlessWaiting: true })
}

/**
 * Gives every export whose time has come a run, one for all times that passed meanwhile. The run and the next time are written
 * together, so that none is made twice and none is left out.
 */
export async function makeDueExports({ db, clock, openShop }: ExportServices): Promise<void> {
  const now = clock.now()
  for (;;) {
    const isLast = await db.transaction(async (queries) => {
      const row = await lockDueExport(queries, now)
      if (row === undefined) return true
      const { schedule, range } = readDefinition(row)
      const { shop } = await openShop(row.shopId)
      const calendar = { zone: shop.zone, weekStartsOn: shop.settings.weekStartsOn }
      if (schedule === null || row.nextAt === null) {
        await changeExport(queries, row.id, { nextAt: null })
        return false
      }
      let due = row.nextAt
      let next = nextRun(due, schedule, calendar)
      while (next <= now) [due, next] = [next, nextRun(next, schedule, calendar)]
      await changeExport(queries, row.id, { nextAt: next })
      const days = rangeOf(range, { today: dayOf(due, shop.zone), last: await lastExportedDay(queries, row.id) })
      if (days === null) return false
      await addExportRun(queries, {
        exportId: row.id,
        period: due.toISOString(),
        fromDay: days.from,
        toDay: days.to,
        state: 'waiting',
        createdAt: now,
        dueAt: now,
      })
      return false
    })
    if (isLast) return
  }
}

/** Removes files that are older than 30 days, and those of exports that are gone. */
export async function tidyExports({ db, clock, files }: ExportServices): Promise<void> {
  const now = clock.now()
  for (;;) {
    const old = await listOldExportFiles(db.kysely, new Date(now.getTime() - keptDays * dayMs), atOnce)
    for (const { id, fileName } of old) {
      if (fileName !== null) await files.remove(fileName)
      await changeExportRun(db.kysely, id, { removedAt: now })
    }
    if (old.length < atOnce) break
  }
  // A run that is under way does not know its file yet.
  const names = await files.listOlder(new Date(now.getTime() - longestRunMs))
  const known = await filterExportFiles(db.kysely, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
