import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@tillsight/core'
import { z } from 'zod'

const manifestName = 'backup.json'

const Manifest = z.object({
  format: z.literal('tillsight-backup-1'),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
})

/** A backup of both stores: written last, so that a folder without it is a backup that was interrupted. */
export type BackupManifest = z.infer<typeof Manifest>

/** Declares the backup in the folder complete. */
export async function writeBackupManifest(dir: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const draft = join(dir, `${manifestName}.new`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ format: 'tillsight-backup-1', ...manifest }, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(dir, manifestName))
}

/**
 * Reads every file of both halves before anything is replaced: a restore that finds out half way would leave two stores
 * that do not belong together. Throws `not_found` or `invalid_input`.
 */
export async function checkBackup(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch((cause: unknown) => {
    throw new AppError(
      'not_found',
      `${dir} holds no complete backup: ${manifestName} is missing. Name the folder that “tillsight backup” was given; if the backup was interrupted, use an earlier one.`,
      { cause },
    )
  })
  const manifest = Manifest.safeParse(parseJson(text))
  if (!manifest.success) {
    throw new AppError(
      'invalid_input',
      `The backup in ${dir} cannot be understood: ${manifestName} is damaged or was made by another version. Nothing was changed; use another backup.`,
    )
  }
  for (const { path, sha256 } of manifest.data.files) {
    const found = await digest(join(dir, path)).catch(() => undefined)
    if (found !== sha256) {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${path} is ${found === undefined ? 'missing' : 'not what was written'}. Nothing was changed; use another backup.`,
      )
    }
  }
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
