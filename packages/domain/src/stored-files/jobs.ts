import {
  deleteExpiredObjects,
  deleteSomeObjects,
  findKnownVersions,
  forgetDroppedVersions,
  type JobDefinition,
  type Jobs,
  listDroppedVersions,
  listVersions,
} from '@tillsight/database'
import { z } from 'zod'
import type { FileServices } from './access.ts'
import { moveOldPictures } from './own-picture.ts'

/** Bytes outlive their row by this, so that a backup that has read the rows finds them. */
const graceMs = 48 * 3_600_000
const emptiedAtOnce = 10_000
const comparedAtOnce = 500

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

/** Removes what has expired, bytes that are not needed any more, and bytes that nobody knows. */
export async function sweepFiles({ db, clock, log, store }: FileServices): Promise<void> {
  const before = new Date(clock.now().getTime() - graceMs)
  await deleteExpiredObjects(db.kysely, clock.now())
  const dropped = await listDroppedVersions(db.kysely, before)
  for (const version of dropped) await store.remove(version)
  await forgetDroppedVersions(db.kysely, dropped)
  const there = new Set<string>()
  let batch: string[] = []
  const compare = async (): Promise<void> => {
    const known = await findKnownVersions(db.kysely, batch)
    for (const version of batch) if (!known.has(version)) await store.remove(version)
    batch = []
  }
  for await (const { version, writtenAt } of store.list()) {
    there.add(version)
    if (writtenAt >= before) continue
    batch.push(version)
    if (batch.length >= comparedAtOnce) await compare()
  }
  await compare()
  const missing = (await listVersions(db.kysely)).filter((version) => !there.has(version))
  // A file that was stored meanwhile is not missing.
  const lost: string[] = []
  for (const version of missing) {
    const bytes = await store.get(version)
    bytes?.destroy()
    if (bytes === undefined) lost.push(version)
  }
  if (lost.length > 0) log.error({ versions: lost.slice(0, 20), count: lost.length }, 'bytes of files are missing')
}
