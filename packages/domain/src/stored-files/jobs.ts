import {
  deleteExpiredObjects,
  deleteSomeObjects,
  forgetDroppedVersions,
  type JobDefinition,
  type Jobs,
  listDroppedVersions,
} from '@tillsight/database'
import { z } from 'zod'
import type { FileServices } from './access.ts'
import { compareFiles, graceMs } from './compare.ts'
import { moveOldPictures } from './own-picture.ts'

const emptiedAtOnce = 10_000

const once = { retry: { limit: 3, delaySeconds: 60, backoff: true }, expireInSeconds: 3600 } as const

const sweepJob: JobDefinition<Record<string, never>> = {
  name: 'files.sweep',
  payload: z.strictObject({}),
  ...once,
  exclusiveBy: () => 'all',
  label: () => 'Removing bytes of files that are gone',
}

const emptyJob: JobDefinition<{ readonly bucket: string }> = {
  name: 'files.empty',
  payload: z.strictObject({ bucket: z.string() }),
  ...once,
  exclusiveBy: ({ bucket }) => bucket,
  label: ({ bucket }) => `Emptying the bucket “${bucket}”`,
}

const movePicturesJob: JobDefinition<Record<string, never>> = {
  name: 'files.move_pictures',
  payload: z.strictObject({}),
  ...once,
  exclusiveBy: () => 'all',
  label: () => 'Moving pictures of people to the files',
}

/** Sweeps every night, empties buckets on demand, and moves what earlier versions kept elsewhere. */
export async function handleFileJobs(services: FileServices, jobs: Jobs): Promise<void> {
  await jobs.handle(sweepJob, () => sweepFiles(services))
  await jobs.handle(emptyJob, async ({ bucket }, { signal }) => {
    while (!signal.aborted && (await deleteSomeObjects(services.db.kysely, bucket, emptiedAtOnce)) > 0);
  })
  await jobs.handle(movePicturesJob, () => moveOldPictures(services))
  await jobs.schedule(sweepJob, {}, { cron: '53 3 * * *', zone: 'UTC' })
  await jobs.enqueue(movePicturesJob, {})
}

/** Has a bucket emptied. */
export async function requestEmptying(jobs: Pick<Jobs, 'enqueue'>, bucket: string): Promise<void> {
  await jobs.enqueue(emptyJob, { bucket })
}

/** Removes what has expired, bytes that are not needed any more, and bytes that nobody knows; tells of files whose bytes are gone. */
export async function sweepFiles(files: FileServices): Promise<void> {
  const { db, clock, log, store } = files
  await deleteExpiredObjects(db.kysely, clock.now())
  const dropped = await listDroppedVersions(db.kysely, new Date(clock.now().getTime() - graceMs))
  for (const version of dropped) await store.remove(version)
  await forgetDroppedVersions(db.kysely, dropped)
  const { lost, unknown } = await compareFiles(files)
  if (lost.length > 0) log.error({ files: lost.slice(0, 20), count: lost.length }, 'files have lost their bytes')
  for (const version of unknown) await store.remove(version)
}
