import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'
import { z } from 'zod'

/** Where the list of the backup's files is; written last, so a backup without it is incomplete. */
export const manifestName = 'database.json'

const Manifest = z.object({
  format: z.literal(1),
  schemaVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** The counter of warehouse writes: it must never go back. */
  writeVersion: z.string().regex(/^\d+$/),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      file: z.string().regex(/^[a-z_]+\.jsonl\.gz$/),
      rows: z.number().int().nonnegative(),
      sha256: z.string(),
    }),
  ),
})

/** What a backup consists of. */
export type BackupManifest = z.infer<typeof Manifest>

/** Reads the manifest and compares every file with it. Throws `not_found` or `invalid_input`. */
export async function readBackup(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', `${dir} holds no complete database backup: ${manifestName} is missing.`, { cause })
  })
  const manifest = parseManifest(text, dir)
  for (const { file, sha256 } of manifest.tables) {
    const found = await hashFile(join(dir, file)).catch((cause: unknown) => {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${file} cannot be read. Nothing was changed; use another backup.`,
        { cause },
      )
    })
    if (found !== sha256) {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${file} is not what was written. Nothing was changed; use another backup.`,
      )
    }
  }
  return manifest
}

function parseManifest(text: string, dir: string): BackupManifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `The backup in ${dir} is damaged or was made by another version: ${manifestName} cannot be understood. Nothing was changed.`,
      { cause },
    )
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
