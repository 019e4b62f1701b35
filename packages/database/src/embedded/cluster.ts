import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'
import { type Account, planReach, runAs } from './account.ts'

/** The role and the database inside the embedded server. */
export const roleName = 'tillsight'
export const databaseName = 'tillsight'

const majorVersion = '18'

/** What `initdb` needs to know. */
export interface ClusterPlan {
  readonly clusterDir: string
  readonly account: Account
  readonly initdb: string
  readonly env: Readonly<Record<string, string>>
  /** False only in tests: nothing survives a power cut. */
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

/** Gives a file to the server's user when it is not ours anyway. */
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
