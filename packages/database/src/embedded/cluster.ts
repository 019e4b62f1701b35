import { chown, mkdir, readdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { type Account, planReach, runAs } from './account.ts'

/** The role and the database inside the embedded server. */
export const roleName = 'tillsight'
export const databaseName = 'tillsight'

const majorVersion = '18'

/** The parameters of `initdb`. */
export interface ClusterPlan {
  readonly clusterDir: string
  readonly account: Account
  readonly initdb: string
  readonly env: Readonly<Record<string, string>>
  /** False only in tests: data does not survive a power failure. */
  readonly durable: boolean
}

/** Creates the cluster at the first start, all or nothing; throws `conflict` when another PostgreSQL made it. */
export async function provideCluster(plan: ClusterPlan): Promise<void> {
  const version = await readFile(join(plan.clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await initialise(plan)
  else if (version.trim() !== majorVersion) {
    throw new AppError(
      'conflict',
      `The embedded database in ${plan.clusterDir} was made by PostgreSQL ${version.trim()}; this Tillsight brings ${majorVersion}. Make a backup with the Tillsight that made it, move the folder away and restore the backup.`,
    )
  }
  await writeAccessRules(plan)
}

async function initialise({ clusterDir, account, initdb, env, durable }: ClusterPlan): Promise<void> {
  // A start that was killed half-way leaves this folder, never a half-made cluster.
  const draft = `${clusterDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await handOver(draft, account)
  const { names, handles } = await planReach(account, [draft])
  const options = [
    ...names.map((name) => `--pgdata=${name}`),
    `--username=${roleName}`,
    '--auth=peer',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--encoding=UTF8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  try {
    await runAs(account, { command: initdb, args: options, env, cwd: draft, folders: handles })
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The embedded database could not be created in ${clusterDir}. ${said}`, { cause })
  }
  await rename(draft, clusterDir)
}

/** Only we and the server's own user may connect: the kernel says who is at the other end of the socket. */
async function writeAccessRules({ clusterDir, account }: ClusterPlan): Promise<void> {
  const users = new Set([userInfo().username, account.name])
  const files = {
    'pg_hba.conf': 'local all all peer map=tillsight\n',
    'pg_ident.conf': [...users].map((user) => `tillsight "${user}" ${roleName}\n`).join(''),
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(clusterDir, name)
    await writeFile(path, text, { mode: 0o600 })
    await handOver(path, account)
  }
}

/** Changes a file's owner to the server's user, if that differs from ours. */
export async function handOver(path: string, { uid, gid, dropped }: Account): Promise<void> {
  if (!dropped) return
  await chown(path, uid, gid).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError(
      'unavailable',
      `The embedded database cannot run as root, and ${path} cannot be given to the user that it runs as: ${reason}. Start Tillsight as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  })
}

const politeMs = 10_000
const killedMs = 5000
const pollMs = 20

/**
 * Ends the server that a killed parent left on this cluster, and removes what a killed server left. Safe only for the
 * owner of the data directory. A leftover is stopped, not adopted: only a child can be supervised.
 */
export async function stopLeftover(clusterDir: string, log: Log): Promise<void> {
  const processes = await findProcesses(clusterDir)
  if (processes.length > 0) {
    const postmaster = await readPostmasterPid(clusterDir)
    log.warn(
      { pid: postmaster, processes: processes.length },
      'stopping the database server that a killed Tillsight left',
    )
    if (postmaster !== undefined && processes.includes(postmaster)) {
      signal(postmaster, 'SIGINT')
      await waitUntilGone(clusterDir, politeMs)
    }
    for (const pid of await findProcesses(clusterDir)) signal(pid, 'SIGKILL')
    if (!(await waitUntilGone(clusterDir, killedMs))) {
      throw new AppError(
        'unavailable',
        `A database server from an earlier run (process ${postmaster}) cannot be stopped. End it, then start again.`,
      )
    }
  }
  // Its process id may belong to another process meanwhile; in a new container, even to ourselves.
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Server processes that work in the cluster's folder, the postmaster and its children alike. */
async function findProcesses(clusterDir: string): Promise<number[]> {
  const home = await realpath(clusterDir)
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(numbers.map(async (pid) => ((await isServer(pid, home)) ? [pid] : [])))
  return found.flat()
}

async function isServer(pid: number, home: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== home) return false
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres'
  } catch {
    // It has exited, or we may not inspect it.
    return false
  }
}

async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

async function waitUntilGone(clusterDir: string, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    if ((await findProcesses(clusterDir)).length === 0) return true
    await delay(pollMs)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited, which is what the signal was for.
  }
}
