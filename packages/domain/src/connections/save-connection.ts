import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError, type ConnectionId, type ShopId } from '@tillsight/core'
import {
  type ConnectionRow,
  createConnection,
  type Database,
  type Db,
  listConnections,
  readShop,
  updateConnection,
} from '@tillsight/database'
import type { ConnectedAccount, ConnectionSettings, Connector } from '@tillsight/platforms/connectors'
import { type AuditChange, recordAudit, sealed } from '../audit/index.ts'
import { tryNamedLock } from '../context/index.ts'
import { assertMayAdd } from '../plan-access.ts'
import type { ConnectionServices } from './platform-call.ts'
import { changeAfterCheck, openConnection, readSettings, sealValues } from './stored-connection.ts'

/** What a person or a platform just granted. */
interface Grant {
  readonly shopId: ShopId
  readonly connector: Connector
  readonly settings: ConnectionSettings
  readonly access: 'read' | 'read_write'
  /** The connection to reconnect, if one was named. */
  readonly connection?: ConnectionId | undefined
  /** The result of a check made before storing. */
  readonly account?: ConnectedAccount
  readonly now: Date
}

/**
 * Stores a grant. A shop has one connection per platform, so a second grant renews it. Throws `conflict` for another store
 * than before: two stores in one history could never be separated. Throws it, too, for a new one of an organisation that nobody pays for.
 */
export async function saveConnection(db: Db, options: Grant, services: ConnectionServices): Promise<ConnectionRow> {
  const grant = { ...options, access: accessOf(options) }
  const existing = await findSame(db, grant)
  if (existing) return renew(db, existing, { grant, services })
  await assertMayConnect(db, grant)
  const { shopId, connector, access, account } = grant
  const webhookSecret = randomBytes(32).toString('hex')
  const change = account
    ? changeAfterCheck({ ...grant, webhookSecret, webhooks: null, pausedAt: null }, account, services)
    : undefined
  const { plain, secrets } = sealValues({ shopId, connector, webhookSecret }, grant.settings, services)
  return createConnection(db, {
    shopId,
    connector: connector.id,
    access,
    settings: change?.settings ?? { values: plain },
    secrets: change?.secrets ?? secrets,
    status: change?.status ?? 'verifying',
  })
}

/** Throws `conflict` for a new connection of an organisation that nobody pays for. */
export async function assertMayConnect(
  queries: Db,
  { shopId, connector, now }: Pick<Grant, 'shopId' | 'now'> & { readonly connector: Pick<Connector, 'id'> },
): Promise<void> {
  if ((await listConnections(queries, shopId)).some((row) => row.connector === connector.id)) return
  const { organisationId: organisation } = await readShop(queries, shopId)
  await assertMayAdd({ queries, organisation, clock: { now: () => now } }, 'connection')
}

/** Writes down what was done to a connection. Of its keys nothing is told but that there are other ones. */
export async function recordConnection(
  ctx: Parameters<typeof recordAudit>[0],
  action: 'connection.add' | 'connection.pause' | 'connection.reimport' | 'connection.disconnect',
  {
    id,
    connector,
    access,
    changes,
  }: Pick<ConnectionRow, 'id' | 'connector' | 'access'> & {
    readonly changes?: readonly AuditChange[]
  },
): Promise<void> {
  const granted = [
    { field: 'access', before: null, after: access },
    { field: 'keys', before: null, after: sealed },
  ]
  await recordAudit(ctx, {
    action,
    target: { kind: 'connection', id, name: connector },
    changes: action === 'connection.add' ? granted : changes,
  })
}

/** If instant updates need no write access, every grant counts as having it. */
function accessOf({ connector, access }: Pick<Grant, 'connector' | 'access'>): Grant['access'] {
  if (connector.kind === 'ads') return 'read'
  return connector.webhooks?.needsWriting === false ? 'read_write' : access
}

async function renew(
  db: Db,
  row: ConnectionRow,
  { grant, services }: { grant: Grant; services: ConnectionServices },
): Promise<ConnectionRow> {
  const earlier = openConnection(row, services)
  const { account } = grant
  // Ad accounts are chosen individually, so anybody who can see them can grant access.
  const isStore = grant.connector.kind === 'store'
  if (isStore && account && earlier.account && account.id !== earlier.account.id)
    throw otherAccount(earlier.account.name, account.name)
  const parts = { ...grant, webhookSecret: earlier.webhookSecret, webhooks: earlier.webhooks, pausedAt: null }
  if (account) {
    await forgetProblems(db, row.id)
    return updateConnection(db, row.id, {
      ...changeAfterCheck(parts, account, services),
      access: grant.access,
      paused: false,
    })
  }
  const { plain, secrets } = sealValues(parts, grant.settings, services)
  const settings = { ...readSettings(row), values: plain, pausedAt: null }
  await forgetProblems(db, row.id)
  return updateConnection(db, row.id, {
    settings,
    secrets,
    access: grant.access,
    status: 'verifying',
    statusDetail: null,
    paused: false,
  })
}

/** New keys may fix what stopped the streams, so all of them are retried at once. */
export async function forgetProblems(db: Db, connection: ConnectionId): Promise<void> {
  await db.updateTable('syncStates').set({ lastError: null }).where('connectionId', '=', connection).execute()
}

/** The refusal to mix two accounts in one history. */
function otherAccount(before: string, now: string): AppError {
  return new AppError(
    'conflict',
    `This is another account (“${now}”) than the one connected so far (“${before}”). Nothing was changed. ` +
      'If the store moved, disconnect the old connection first and connect the new address.',
  )
}

async function findSame(db: Db, { shopId, connector, connection }: Grant): Promise<ConnectionRow | undefined> {
  const rows = (await listConnections(db, shopId)).filter((row) => row.connector === connector.id)
  if (connection !== undefined) {
    const named = rows.find(({ id }) => id === connection)
    if (!named)
      throw new AppError('not_found', 'The connection to renew does not exist any more. Connect the account anew.')
    return named
  }
  return rows[0]
}

const lookEveryMs = 250

/**
 * Runs `work` while no other process works on the connection; undefined when one does. The lock ends with the database
 * connection that holds it, so a killed process leaves none behind.
 */
export async function tryLockConnection<T>(
  db: Database,
  connection: ConnectionId,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return tryNamedLock(db, `tillsight connection ${connection}`, work)
}

/** Which connection to lock, how long to wait, and the message if it stays locked. */
interface LockWait {
  readonly connection: ConnectionId
  readonly refusal: string
  readonly waitMs?: number
  /** Aborts the wait. */
  readonly signal?: AbortSignal
  /** Called while waiting: whether the other process has progressed since the last call, which restarts the wait. */
  readonly isGettingOn?: () => Promise<boolean>
}

/**
 * Like {@link tryLockConnection}, but waits up to a minute for the other process, or for as long as that makes progress.
 * Throws `conflict` if it stays locked.
 */
export async function lockConnection<T>(
  db: Database,
  { connection, refusal, waitMs = 60_000, signal, isGettingOn }: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  let deadline = performance.now() + waitMs
  for (;;) {
    const outcome = await tryLockConnection(db, connection, async () => ({ result: await work() }))
    if (outcome) return outcome.result
    if (await isGettingOn?.()) deadline = performance.now() + waitMs
    if (performance.now() > deadline || signal?.aborted) throw new AppError('conflict', refusal)
    await setTimeout(lookEveryMs)
  }
}
