import { chmod, mkdir, stat } from 'node:fs/promises'

/**
 * Restricts the data folder to this user, also one that an earlier version left open: the files in it are then safe whatever
 * their modes. Access that the operator gave to a group is kept.
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(dataDir)
  const isOpen = (mode & 0o007) !== 0
  if (isOpen && (uid === process.getuid?.() || process.getuid?.() === 0)) await chmod(dataDir, 0o700)
}
