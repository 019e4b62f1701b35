import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A place in the spool: how far it has been emptied. */
export interface Position {
  readonly segment: number
  readonly offset: number
}

const checkpointName = 'emptied.json'
const namePattern = /^(\d{12})\.events$/

/** The file of a segment. */
export function segmentFile(dir: string, segment: number): string {
  return join(dir, `${String(segment).padStart(12, '0')}.events`)
}

/** Numbers and sizes of the segments in the folder, the oldest first. */
export async function listSegments(dir: string): Promise<Map<number, number>> {
  const numbers = (await readdir(dir)).flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number)
  const sized = numbers
    .toSorted((x, y) => x - y)
    .map(async (segment) => [segment, (await stat(segmentFile(dir, segment))).size] as const)
  return new Map(await Promise.all(sized))
}

/** How far the folder was emptied; undefined where that is not known. */
export async function readCheckpoint(dir: string): Promise<Position | undefined> {
  try {
    const known: unknown = JSON.parse(await readFile(join(dir, checkpointName), 'utf8'))
    if (typeof known !== 'object' || known === null) return undefined
    const { segment, offset } = known as Partial<Record<string, unknown>>
    return typeof segment === 'number' && typeof offset === 'number' ? { segment, offset } : undefined
  } catch {
    // Lost with a machine: then everything that is still there is stored once more, which changes nothing.
    return undefined
  }
}

/** Notes how far the folder was emptied; whole or not at all. */
export async function writeCheckpoint(dir: string, position: Position): Promise<void> {
  const draft = join(dir, `${checkpointName}.new`)
  await writeFile(draft, JSON.stringify(position))
  await rename(draft, join(dir, checkpointName))
}

/** Takes away a segment of which nothing is needed any more. */
export async function removeSegment(dir: string, segment: number): Promise<void> {
  await rm(segmentFile(dir, segment), { force: true })
}

/** Makes what was created in the folder survive a loss of power, where the system can do that. */
export async function syncFolder(dir: string): Promise<void> {
  try {
    const folder = await open(dir, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // Windows opens no folders; it keeps names by itself.
  }
}
