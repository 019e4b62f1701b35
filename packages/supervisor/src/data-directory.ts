import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError, type Clock, systemClock } from '@tillsight/core'

const lockName = 'owner.lock'
const infoName = 'owner.json'
const sqliteBusy = 5
// Keeps held locks from being collected, which would close and so release them.
const heldLocks = new Set<DatabaseSync>()

/** The process that owns a data directory. */
export interface OwnerInfo {
  readonly pid: number
  /** What it does, as display text: `serve`, `restore`. */
  readonly role: string
  readonly since: Date
  /** Values that it published for other processes, such as the addresses of its stores. */
  readonly details: Readonly<Record<string, string>>
}

/** An owned data directory; the ownership ends with `release` or with the process, however it ends. */
export interface DataDirectory {
  readonly path: string
  /** Replaces the `details` that {@link findOwner} returns; readable by this user only. */
  publish(details: Readonly<Record<string, string>>): Promise<void>
  release(): Promise<void>
}

/**
 * Creates the directory if needed and reserves it for this process. Throws `conflict` if another process owns it. The kernel
 * holds the lock (SQLite's file lock on an empty file), so a killed owner leaves no stale lock, and process ids of another
 * container do not matter. Never open the lock file in any other way: closing it would unlock.
 */
export async function ownDataDirectory(dir: string, owner: { role: string; clock?: Clock }): Promise<DataDirectory> {
  const path = resolve(dir)
  await createDirectory(path)
  const lock = takeLock(path, 300)
  if (!lock) throw await alreadyOwned(path)
  heldLocks.add(lock)
  const since = (owner.clock ?? systemClock).now()
  const publish = (details: Readonly<Record<string, string>>) =>
    writeInfo(path, { pid: process.pid, role: owner.role, since, details })
  await publish({})
  let released = false
  return {
    path,
    publish,
    async release() {
      if (released) return
      released = true
      await rm(join(path, infoName), { force: true })
      heldLocks.delete(lock)
      lock.close()
    },
  }
}

/** The living owner of the directory, if there is one. */
export async function findOwner(dir: string): Promise<OwnerInfo | undefined> {
  const path = resolve(dir)
  if (!(await exists(join(path, lockName)))) return undefined
  const lock = takeLock(path, 0)
  if (!lock) return readInfo(path)
  lock.close()
  return undefined
}

async function createDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw new AppError(
      'unavailable',
      `The data directory ${path} cannot be created: ${reasonOf(error)}. Choose a folder that this user may write to.`,
      {
        cause: error,
      },
    )
  }
}

function takeLock(path: string, timeoutMs: number): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(path, lockName), { timeout: timeoutMs })
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw new AppError(
      'unavailable',
      `The data directory ${path} cannot be locked: ${reasonOf(error)}. Check that this user may write to it and that it is on a local disk.`,
      {
        cause: error,
      },
    )
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

async function alreadyOwned(path: string): Promise<AppError> {
  const owner = await readInfo(path)
  const who =
    owner.pid === 0 ? 'another process' : `process ${owner.pid} (${owner.role}, since ${owner.since.toISOString()})`
  return new AppError(
    'conflict',
    `The data directory ${path} is in use by ${who}. Two processes would damage each other's data, so this one did not start. Stop the other one first, or choose another directory with TILLSIGHT_DATA_DIR.`,
    { details: { pid: owner.pid, role: owner.role } },
  )
}

async function writeInfo(path: string, info: OwnerInfo): Promise<void> {
  const target = join(path, infoName)
  const draft = `${target}.${process.pid}`
  await writeFile(draft, JSON.stringify(info), { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, target)
}

/** The owner may be just about to write the file: then it is reported as unknown, with pid 0. */
async function readInfo(path: string): Promise<OwnerInfo> {
  const text = await readFile(join(path, infoName), 'utf8').catch(() => '{}')
  const info: unknown = JSON.parse(text)
  const unknownOwner: OwnerInfo = { pid: 0, role: 'unknown', since: new Date(0), details: {} }
  if (typeof info !== 'object' || info === null) return unknownOwner
  return {
    pid: 'pid' in info && typeof info.pid === 'number' ? info.pid : 0,
    role: 'role' in info && typeof info.role === 'string' ? info.role : 'unknown',
    since: 'since' in info && typeof info.since === 'string' ? new Date(info.since) : new Date(0),
    details: 'details' in info ? textEntries(info.details) : {},
  }
}

function textEntries(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
