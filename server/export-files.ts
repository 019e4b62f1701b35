import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportFiles } from '@tillsight/domain'

const unfinished = '.part'

/**
 * Files of exports in a folder that only this user can read. They are no part of a backup: each can be made again from what is in
 * one.
 */
export function createExportFiles(folder: string): ExportFiles {
  const pathOf = (name: string): string => {
    if (!/^[\w-]+\.\w+$/.test(name)) throw new Error(`“${name}” is no name of a file of an export`)
    return join(folder, name)
  }
  return {
    async write(name, pieces, signal) {
      const path = pathOf(name)
      const hash = createHash('sha256')
      let bytes = 0
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of pieces) {
          const part = typeof piece === 'string' ? Buffer.from(piece) : piece
          hash.update(part)
          bytes += part.byteLength
          yield part
        }
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(counted, createWriteStream(`${path}${unfinished}`, { mode: 0o600, flush: true }), { signal })
      await rename(`${path}${unfinished}`, path)
      await sync(folder)
      return { bytes, sha256: hash.digest('hex') }
    },
    async open(name, part) {
      const path = pathOf(name)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? createReadStream(path, part) : undefined
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async listOlder(than) {
      const names = await readdir(folder).catch(() => [])
      const old: string[] = []
      for (const name of names) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (!found?.isFile() || found.mtime >= than) continue
        // Whoever wrote it is gone.
        if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true })
        else old.push(name)
      }
      return old
    },
  }
}

/** The new name is on the disk, too. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
