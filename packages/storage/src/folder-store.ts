import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, toOutage } from '@tillsight/core'
import { type FileStore, measure, type StoredBytes } from './store.ts'

const unfinished = '.part'
const versionShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const leastFreeBytes = 1024 ** 3
const leastFreeShare = 0.05
/** A writer that has not finished by then was killed. */
const abandonedAfterMs = 24 * 3_600_000

/** Options of a folder of files. */
export interface FolderOptions {
  /** Reads how full the disk is; for tests. */
  readonly readSpace?: (
    folder: string,
  ) => Promise<{ readonly bavail: number; readonly bsize: number; readonly blocks: number }>
}

/**
 * Keeps files in a folder that only this user can open. They are written under another name and then renamed, so that a killed
 * writer leaves nothing half.
 */
export function createFolderStore(folder: string, { readSpace = statfs }: FolderOptions = {}): FileStore {
  const pathOf = (version: string): { readonly dir: string; readonly path: string } => {
    if (!versionShape.test(version)) throw new Error(`“${version}” is no id of stored bytes`)
    const dir = join(folder, version.slice(0, 2))
    return { dir, path: join(dir, version) }
  }
  const assertRoom = async (): Promise<void> => {
    const { bavail, bsize, blocks } = await readSpace(folder)
    if (bavail * bsize >= leastFreeBytes && bavail >= blocks * leastFreeShare) return
    throw new AppError('unavailable', 'The disk is nearly full: nothing was stored. Free some space, then try again.')
  }
  return {
    async put(version, bytes) {
      const { dir, path } = pathOf(version)
      const measured = measure(bytes)
      const draft = `${path}${unfinished}`
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 })
        await assertRoom()
        const whole = Readable.from(measured.bytes, { objectMode: false })
        await pipeline(whole, createWriteStream(draft, { mode: 0o600, flush: true, flags: 'wx' }))
        await rename(draft, path)
        await syncFolder(dir)
      } catch (error) {
        await rm(draft, { force: true })
        throw toOutage(error)
      }
      return measured.written()
    },
    async get(version, range) {
      const { path } = pathOf(version)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? createReadStream(path, { ...range, highWaterMark: 1 << 18 }) : undefined
    },
    remove: (version) => rm(pathOf(version).path, { force: true }),
    list: () => listFolder(folder),
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredBytes> {
  for (const part of await namesIn(folder)) {
    for (const name of await namesIn(join(folder, part))) {
      const path = join(folder, part, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) continue
      if (versionShape.test(name)) yield { version: name, writtenAt: found.mtime }
      else if (name.endsWith(unfinished) && Date.now() - found.mtimeMs > abandonedAfterMs)
        await rm(path, { force: true })
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => [])
}

/** The new name is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
