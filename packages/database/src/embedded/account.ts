import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { AppError } from '@tillsight/core'
import { openFolders } from '@tillsight/supervisor'

/** The operating system user that the server runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Whether it differs from ours: then files must be handed over and processes started as it. */
  readonly dropped: boolean
}

/** The first file descriptor after a child's three standard streams. */
const firstHandle = 3
const preferredNames = ['tillsight', 'postgres', 'nobody']

/**
 * Ourselves, unless we are root: PostgreSQL refuses to run as root. Then the user that owns the data already, or
 * else the first of a few customary names.
 */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  const self = userInfo()
  if (self.uid !== 0) return { name: self.username, uid: self.uid, gid: self.gid, dropped: false }
  const known = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const owner = await stat(clusterDir).then(
    ({ uid }) => uid,
    () => 0,
  )
  const account =
    known.find(({ uid }) => owner !== 0 && uid === owner) ??
    preferredNames.map((wanted) => known.find(({ name, uid }) => name === wanted && uid !== 0)).find(Boolean)
  if (account) return account
  throw new AppError(
    'unavailable',
    `The embedded database cannot run as root, and there is no other user for it. Create one (useradd --system tillsight), start Tillsight as an ordinary user, or set DATABASE_URL.`,
  )
}

function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid), dropped: true }] : []
  })
}

/** The options with which a program runs as the account. */
export function identityOf({ uid, gid, dropped }: Account): { readonly uid?: number; readonly gid?: number } {
  return dropped ? { uid, gid } : {}
}

/** The paths under which the account's programs find folders. */
export interface Reach {
  /** Names of the folders for such a program, in the given order. */
  readonly names: readonly string[]
  /** The folders that the program must inherit open, from descriptor 3 on, for the paths to work. */
  readonly handles: readonly string[]
}

/**
 * How the account's programs reach these folders. Inside a folder that only root may enter, they find them under the paths of
 * inherited descriptors: a process that holds a folder open need not pass through its parents. So no folder has to be opened
 * for the account, and the data stays where it is.
 */
export async function planReach(account: Account, folders: readonly string[]): Promise<Reach> {
  const plain: Reach = { names: folders, handles: [] }
  const refusal = account.dropped ? await tryToEnter(account, plain) : undefined
  if (refusal === undefined) return plain
  const names = folders.map((_, index) => `/proc/self/fd/${firstHandle + index}`)
  const held: Reach = { names, handles: folders }
  const again = await tryToEnter(account, held)
  if (again === undefined) return held
  throw new AppError(
    'unavailable',
    `The embedded database cannot run as root, and the user “${account.name}” cannot be given ${folders.join(' and ')}: ${refusal}; ${again}. Start Tillsight as an ordinary user, choose a data directory that everybody may enter with TILLSIGHT_DATA_DIR, or set DATABASE_URL.`,
  )
}

/** Why the account may not look into a folder; undefined when it may look into all. */
function tryToEnter(account: Account, { names, handles }: Reach): Promise<string | undefined> {
  const script = 'for path; do cd "$path" && ls >/dev/null || exit 1; done'
  return tryToRun(account, { command: '/bin/sh', args: ['-c', script, 'sh', ...names], folders: handles, cwd: '/' })
}

/** Why the account cannot run a command; undefined when it can. */
export async function tryToRun(account: Account, command: Command): Promise<string | undefined> {
  return runAs(account, command).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

/** A program with its arguments. */
export interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Folders that it gets open, from descriptor 3 on. */
  readonly folders?: readonly string[]
}

/** Runs a program as the account until it exits; if it fails, rejects with its output. */
export async function runAs(account: Account, { command, args, cwd, env = {}, folders = [] }: Command): Promise<void> {
  const said: Buffer[] = []
  const open = openFolders(folders)
  const ended = Promise.withResolvers<void>()
  try {
    const child = spawn(command, [...args], {
      ...identityOf(account),
      cwd,
      env: { ...env },
      stdio: ['ignore', 'ignore', 'pipe', ...open.descriptors],
    })
    child.stderr?.on('data', (data: Buffer) => said.push(data))
    child.once('error', ended.reject)
    child.once('close', (code, signal) => {
      const text = Buffer.concat(said).toString('utf8').trim()
      if (code === 0) ended.resolve()
      else ended.reject(new Error(text === '' ? `${command} ended with ${code ?? signal}` : text))
    })
  } finally {
    open.close()
  }
  await ended.promise
}
