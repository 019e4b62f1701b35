import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A build, and the names of its files in `client/assets`. */
export interface BuiltRelease {
  readonly id: string
  readonly files: readonly string[]
}

/** Folders of builds. */
export interface BuildPlaces {
  /** Emptied by every build. */
  readonly build: string
  /** Holds the kept assets while a build runs. */
  readonly aside: string
}

/** Pages that are open during an update still load chunks of previous builds. */
const keptBuilds = 2
/** Beyond this total size, older builds are dropped earlier. */
const mostBytes = 64 * 1024 * 1024

const register = 'releases.json'

/** Copies the existing assets aside. Safe to repeat: copies made before a failed build are kept. */
export async function setAssetsAside({ build, aside }: BuildPlaces): Promise<void> {
  const assets = assetsOf(build)
  if (!existsSync(assets) || !existsSync(join(build, register))) return
  await mkdir(aside, { recursive: true })
  for (const file of await readdir(assets)) await copyFile(join(assets, file), join(aside, file))
  await copyFile(join(build, register), join(aside, register))
}

/** Adds the assets of earlier builds to the new one, and records which file belongs to which build. */
export async function bringBackAssets({ build, aside }: BuildPlaces, id: string): Promise<void> {
  const assets = assetsOf(build)
  const own: BuiltRelease = { id, files: (await readdir(assets)).toSorted() }
  const releases = [own]
  const present = new Set(own.files)
  let room = mostBytes
  for (const release of readReleases(aside).filter((earlier) => earlier.id !== id)) {
    if (releases.length > keptBuilds) break
    // The tightest copies may be made after the record.
    const all = new Set(release.files.flatMap((file) => [file, `${file}.br`]))
    const missing = [...all].filter((file) => !present.has(file) && existsSync(join(aside, file)))
    const sizes = await Promise.all(missing.map(async (file) => (await stat(join(aside, file))).size))
    room -= sizes.reduce((sum, size) => sum + size, 0)
    if (room < 0) break
    for (const file of missing) await copyFile(join(aside, file), join(assets, file))
    for (const file of missing) present.add(file)
    releases.push(release)
  }
  await writeFile(join(build, register), `${JSON.stringify(releases)}\n`)
  await rm(aside, { recursive: true, force: true })
}

/** Builds with assets in the folder, newest first; empty without a record. */
export function readReleases(folder: string): BuiltRelease[] {
  const file = join(folder, register)
  if (!existsSync(file)) return []
  const releases: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(releases) ? releases.filter(isRelease) : []
}

function assetsOf(build: string): string {
  return join(build, 'client', 'assets')
}

function isRelease(value: unknown): value is BuiltRelease {
  return typeof value === 'object' && value !== null && 'id' in value && 'files' in value && Array.isArray(value.files)
}
