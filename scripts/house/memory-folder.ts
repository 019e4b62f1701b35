import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
// A whole run keeps less than half of it at a time.
const enough = 6 * 1024 ** 3
const prefix = 'tillsight-'

/**
 * Makes the temporary folder of this process and its children one in memory while `work` runs, where there is plenty:
 * stores in tests wait for the disk as they would in production, which proves nothing about the disk.
 */
export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  const folder = provideFolder()
  if (folder === undefined) return await work()
  const { TMPDIR: usual } = process.env
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function provideFolder(): string | undefined {
  if (!existsSync(memory)) return undefined
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) < enough) return undefined
  removeLeftovers()
  // Short, for sockets in it; open to the account that an embedded server runs as.
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  return folder
}

/** Of runs that were killed. What cannot be removed, such as a disk that a test had mounted, is in nobody's way. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue
    try {
      rmSync(join(memory, name), { recursive: true, force: true })
    } catch (error) {
      console.warn(`A folder of an earlier run stays in ${memory}: ${String(error)}`)
    }
  }
}
