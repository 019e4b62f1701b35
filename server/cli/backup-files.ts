import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@tillsight/core'
import { listBackedVersions } from '@tillsight/database'
import type { FileServices } from '@tillsight/domain'

const folder = 'files'

/** A file of a backup. */
interface BackedFile {
  readonly path: string
  readonly sha256: string
}

/**
 * Copies the bytes of files whose rows have just been written: those that went meanwhile stay for two days, so each of them is
 * there.
 */
export async function backupFiles({ db, store }: FileServices, target: string): Promise<BackedFile[]> {
  await mkdir(join(target, folder), { recursive: true, mode: 0o700 })
  const copied: BackedFile[] = []
  for (const { version, sha256 } of await listBackedVersions(db.kysely)) {
    const bytes = await store.get(version)
    if (bytes === undefined) {
      // Without a hash there is no row any more.
      if (sha256 === null) continue
      throw new AppError(
        'conflict',
        `The bytes of a file are missing (${version}). Run “tillsight doctor”, then try again.`,
      )
    }
    const path = `${folder}/${version}`
    const hash = createHash('sha256')
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of bytes) {
        hash.update(piece)
        yield piece
      }
    }
    await pipeline(hashed, createWriteStream(join(target, path), { mode: 0o600, flush: true }))
    copied.push({ path, sha256: sha256 ?? hash.digest('hex') })
  }
  return copied
}

/** Puts the bytes of a backup into the store. Their hashes have been compared before. */
export async function restoreFiles(
  { store }: FileServices,
  source: string,
  files: readonly BackedFile[],
): Promise<number> {
  const ours = files.filter(({ path }) => path.startsWith(`${folder}/`))
  for (const { path } of ours) {
    await store.put(path.slice(folder.length + 1), createReadStream(join(source, path), { highWaterMark: 1 << 18 }))
  }
  return ours.length
}
