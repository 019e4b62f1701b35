import { findKnownVersions, listLostObjects, listVersions, markLostObjects } from '@tillsight/database'
import { noteLostFiles } from '../health/index.ts'
import type { FileServices } from './access.ts'

/** Bytes outlive their row by this, so that a backup that has read the rows finds them. */
export const graceMs = 48 * 3_600_000
const comparedAtOnce = 500

/** What a comparison of the files with the bytes that are stored found. */
interface FileComparison {
  readonly files: number
  /** Files whose bytes are not there, as `bucket/name`. */
  readonly lost: readonly string[]
  /** Stored bytes that no file has, nor had within the last two days. */
  readonly unknown: readonly string[]
}

/**
 * Compares both sides by what is listed; no bytes are read. Writes down which files have lost theirs: in the health of their shops,
 * and for whoever operates the installation. Throws `unavailable` where the bytes cannot be listed.
 */
export async function compareFiles({ db, clock, store }: FileServices): Promise<FileComparison> {
  const before = new Date(clock.now().getTime() - graceMs)
  // First: bytes are there before their row, and stay for a while when it goes.
  const expected = await listVersions(db.kysely)
  const there = new Set<string>()
  const unknown: string[] = []
  let batch: string[] = []
  const compare = async (): Promise<void> => {
    const known = await findKnownVersions(db.kysely, batch)
    unknown.push(...batch.filter((version) => !known.has(version)))
    batch = []
  }
  for await (const { version, writtenAt } of store.list()) {
    there.add(version)
    if (writtenAt >= before) continue
    batch.push(version)
    if (batch.length >= comparedAtOnce) await compare()
  }
  await compare()
  const missing = expected.filter((version) => !there.has(version))
  await markLostObjects(db.kysely, missing, clock.now())
  const lost = await listLostObjects(db.kysely)
  await noteLostFiles(db.kysely, lost, clock.now())
  return { files: expected.length, lost: lost.map(({ bucket, name }) => `${bucket}/${name}`), unknown }
}
