import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '@tillsight/core'
import type { Account } from './account.ts'
import { handOver } from './cluster.ts'

const socketName = '.s.PGSQL.5432'
// `sun_path` holds 108 bytes on Linux and 104 on macOS, including the final zero.
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/**
 * The folder for the socket: the wanted one, or a short one in the temporary folder when the path would be too long.
 * The same input always gives the same folder, so that the command-line tool finds it.
 */
export function chooseSocketDirectory(wanted: string): string {
  const path = resolve(wanted)
  if (Buffer.byteLength(join(path, socketName)) <= longestSocketPath) return path
  return join(tmpdir(), `tillsight-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`)
}

/** Creates the folder for this account alone; refuses one that somebody else made in a shared place. */
export async function provideSocketDirectory(path: string, account: Account): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  const ours = [account.uid, process.getuid?.() ?? account.uid]
  if (!found.isDirectory() || !ours.includes(found.uid)) {
    throw new AppError('unavailable', `${path} belongs to another user and cannot hold the database socket. Remove it.`)
  }
  await handOver(path, account)
  await chmod(path, 0o700)
}

/** The files that mark a socket as taken; a killed server leaves them behind. */
export function socketFiles(dir: string): string[] {
  return [join(dir, socketName), join(dir, `${socketName}.lock`)]
}
