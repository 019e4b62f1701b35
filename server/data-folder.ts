import { chmod, mkdir, stat } from 'node:fs/promises'

/**
 * Makes the data folder one of this user alone, also where an earlier version left it open: what lies in it is then safe
 * whatever the mode of each file. A group that the operator let in stays.
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(dataDir)
  const isOpen = (mode & 0o007) !== 0
  if (isOpen && (uid === process.getuid?.() || process.getuid?.() === 0)) await chmod(dataDir, 0o700)
}
