import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '@tillsight/core'

const run = promisify(execFile)

/** The operating system user that the server runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Whether it differs from ours: then files must be handed over and processes started as it. */
  readonly dropped: boolean
}

/** How to start a program as the account. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

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

/**
 * How to start programs as the account so that it can reach `paths`. Below root's private folder it cannot;
 * there the process keeps the one capability to pass through folders, if the machine lets us grant it.
 */
export async function planLaunch(
  account: Account,
  paths: readonly string[],
): Promise<(command: string, args: readonly string[]) => Launch> {
  if (!account.dropped) return (command, args) => ({ command, args })
  const { uid, gid } = account
  const plain = (command: string, args: readonly string[]): Launch => ({ command, args, uid, gid })
  if (await canReach(plain, paths)) return plain
  for (const capability of ['dac_read_search', 'dac_override']) {
    const kept = `+${capability}`
    const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
    const capable = (command: string, args: readonly string[]): Launch => ({
      command: 'setpriv',
      args: [...identity, '--inh-caps', kept, '--ambient-caps', kept, '--', command, ...args],
    })
    if (await canReach(capable, paths)) return capable
  }
  throw new AppError(
    'unavailable',
    `The embedded database cannot run as root, and the user “${account.name}” may not enter ${paths.join(' or ')}. Start Tillsight as an ordinary user, move it to a folder that everybody may enter (such as /opt or /srv), or set DATABASE_URL.`,
  )
}

async function canReach(
  launch: (command: string, args: readonly string[]) => Launch,
  paths: readonly string[],
): Promise<boolean> {
  const script = 'for path; do cd "$path" || exit 1; done'
  const { command, args, ...identity } = launch('/bin/sh', ['-c', script, 'sh', ...paths])
  return run(command, [...args], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
