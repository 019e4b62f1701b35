import { type Clock, type ConnectionId, toConnectionId } from '@tillsight/core'
import {
  type Db,
  eachMinute,
  type JobDefinition,
  type Jobs,
  listActiveConnections,
  listAdAccounts,
  listConnectionsWithDeliveries,
  listPausedConnections,
} from '@tillsight/database'
import { z } from 'zod'
import {
  type Connection,
  openConnection,
  verifyConnection,
  type WorkRequests,
  webhooksWork,
} from '../connections/index.ts'
import { listShopsNotRead } from '../plan-access.ts'
import { isBackfillDue, isCompareDue, isIncrementDue, mayRetry } from './due.ts'
import { ensureAgainAfterMs, ensureWebhooks } from './ensure-webhooks.ts'
import { isKeepAliveDue, keepAlive } from './keep-alive.ts'
import { forgetOldDeliveries, processWebhooks } from './process-webhooks.ts'
import type { SyncJobServices, SyncServices } from './services.ts'
import { loadStates } from './stream-states.ts'
import { syncConnection } from './sync-connection.ts'

const OneConnection = z.object({ connection: z.string().transform(toConnectionId) })
type OneConnection = z.infer<typeof OneConnection>

const hourSeconds = 3600
const whenBusyMs = 2_000
const afterCommitMs = 500
/** Most of this work is waiting for a platform: shops whose stores are gone must not block the others. */
const platformsAtOnce = 6

function perConnection(
  name: string,
  { label, expireInSeconds }: { label: string; expireInSeconds: number },
): JobDefinition<OneConnection> {
  return {
    name,
    payload: OneConnection,
    retry: { limit: 5, delaySeconds: 60, backoff: true },
    expireInSeconds,
    exclusiveBy: ({ connection }) => connection,
    concurrency: platformsAtOnce,
    label: () => label,
  }
}

/** Reads what is due: changes, and the history while it is incomplete. With `now` also what is not due yet. */
export const syncJob: JobDefinition<OneConnection & { readonly now?: boolean | undefined }> = {
  ...perConnection('sync', { label: 'Reading orders', expireInSeconds: 24 * hourSeconds - 60 }),
  payload: OneConnection.extend({ now: z.boolean().optional() }),
}
/** Finds what was deleted at the platform, or restated late. */
export const compareJob = perConnection('sync-compare', {
  label: 'Comparing with the platform',
  expireInSeconds: 6 * hourSeconds,
})
/** Checks whether the keys still work. */
export const checkJob = perConnection('connection-check', { label: 'Checking a connection', expireInSeconds: 600 })
/** Registers webhooks, or enables them again. */
export const ensureWebhooksJob = perConnection('webhook-ensure', {
  label: 'Looking after webhooks',
  expireInSeconds: 600,
})
/** Processes received webhooks. */
export const processWebhooksJob = perConnection('webhook-process', {
  label: 'Working on instant updates',
  expireInSeconds: hourSeconds,
})
/** Renews access of a paused connection that would expire for lack of use. */
const keepAliveJob = perConnection('connection-keep-alive', {
  label: 'Keeping a paused connection alive',
  expireInSeconds: 600,
})

/** The work requests handled by the sync; other modules handle the rest. */
export type SyncRequests = Omit<WorkRequests, 'reconcile' | 'reach' | 'pictures' | 'tellPlatform'>

/** Work requests of connections, as jobs. A waiting job of the same connection is not queued again. */
export function requestsByJobs(jobs: Pick<Jobs, 'enqueue'>, clock: Clock): SyncRequests {
  // Requested inside a transaction: a job that starts before the commit would find no connection and end.
  const soon = () => new Date(clock.now().getTime() + afterCommitMs)
  const request = (definition: JobDefinition<OneConnection>) => async (connection: ConnectionId) => {
    await jobs.enqueue(definition, { connection }, { startAfter: soon(), unlessWaiting: true })
  }
  return {
    check: request(checkJob),
    async sync(connection) {
      // A job that is already waiting may read only what is due, so this one is queued behind it.
      await jobs.enqueue(syncJob, { connection, now: true }, { startAfter: soon() })
    },
    ensureWebhooks: request(ensureWebhooksJob),
    processWebhooks: request(processWebhooksJob),
  }
}

/** Runs the sync jobs in this process, and queues what is due every minute. Needs started jobs. */
export async function handleSyncJobs(services: SyncJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(syncJob, async ({ connection, now = false }, { signal, progress }) => {
    const { ended } = await syncConnection(services, { connection, now, signal, onProgress: progress })
    if (ended !== 'busy') return
    // The connection may be locked by other work, such as a check of its webhooks, so the sync is queued again.
    const startAfter = new Date(services.clock.now().getTime() + whenBusyMs)
    await jobs.enqueue(syncJob, { connection, now }, { startAfter, unlessWaiting: true })
  })
  await jobs.handle(compareJob, async ({ connection }, { signal, progress }) => {
    await syncConnection(services, { connection, signal, compare: true, onProgress: progress })
  })
  await jobs.handle(checkJob, async ({ connection }) => {
    await verifyConnection({ ...services, services: services.connections }, connection)
  })
  await jobs.handle(ensureWebhooksJob, async ({ connection }, { signal }) => {
    await ensureWebhooks(services, { connection, signal })
  })
  await jobs.handle(processWebhooksJob, async ({ connection }, { signal }) => {
    await processWebhooks(services, { connection, signal })
  })
  await jobs.handle(keepAliveJob, async ({ connection }) => {
    await keepAlive(services, connection)
  })
  await eachMinute(jobs, () => queueDueWork(services))
}

/** Queues what is due on every connection. No state is kept between runs, so no crash can lose a schedule. */
export async function queueDueWork(services: SyncJobServices): Promise<void> {
  const { db, jobs, log } = services
  const notRead = await listShopsNotRead(db.kysely, services.clock.now())
  for (const row of await listActiveConnections(db.kysely)) {
    if (notRead.has(row.shopId)) continue
    try {
      for (const definition of await listDueJobs(services, row)) {
        await jobs.enqueue(definition, { connection: row.id }, { unlessWaiting: true })
      }
    } catch (error) {
      // A connection that cannot be read must not block the others.
      log.error({ connection: row.id, err: error }, 'what is due on a connection could not be found out')
    }
  }
  for (const row of await listPausedConnections(db.kysely)) {
    try {
      const isDue = isKeepAliveDue(openConnection(row, services.connections), services.clock.now())
      if (isDue) await jobs.enqueue(keepAliveJob, { connection: row.id }, { unlessWaiting: true })
    } catch (error) {
      log.error({ connection: row.id, err: error }, 'whether a paused connection has to be kept alive is not known')
    }
  }
  await forgetOldDeliveries(services)
  for (const connection of await listConnectionsWithDeliveries(db.kysely)) {
    await jobs.enqueue(processWebhooksJob, { connection }, { unlessWaiting: true })
  }
}

/** A store disables webhooks it could not deliver, without notice. */
const ensureEveryMs = 3_600_000

async function listDueJobs(
  { db, clock, connections }: Pick<SyncServices, 'db' | 'clock' | 'connections'>,
  row: Parameters<typeof openConnection>[0],
): Promise<JobDefinition<OneConnection>[]> {
  const connection = openConnection(row, connections)
  const now = clock.now()
  if (!mayRetry(connection.problem, now)) return []
  if (!connection.verified || connection.problem) return [syncJob]
  if (connection.connector.kind === 'ads' && !(await hasAccounts(db.kysely, connection.id))) return []
  const { streams } = connection.connector
  const states = await loadStates(db.kysely, connection.id, { streams, now })
  const timing = { now, webhooksWork: webhooksWork(connection, now) }
  const due: JobDefinition<OneConnection>[] = []
  const isDue = streams.some(
    (stream) =>
      isBackfillDue(states.of(stream.id, 'backfill'), now) ||
      isIncrementDue(stream, states.of(stream.id, 'increment'), timing),
  )
  if (isDue) due.push(syncJob)
  if (streams.some((stream) => stream.compare && isCompareDue(states.of(stream.id, 'increment'), now)))
    due.push(compareJob)
  if (connections.addresses && areWebhooksDue(connection, now)) due.push(ensureWebhooksJob)
  return due
}

function areWebhooksDue({ access, connector, webhooks }: Connection, now: Date): boolean {
  if (access !== 'read_write' || !connector.webhooks) return false
  if (webhooks === null) return true
  const ms = webhooks.mistrusted.length > 0 ? ensureAgainAfterMs : ensureEveryMs
  return isAgo(webhooks.ensuredAt, { now, ms })
}

/** Whether ad accounts have been chosen, or a removed one still has data to delete. */
async function hasAccounts(db: Db, connection: ConnectionId): Promise<boolean> {
  return (await listAdAccounts(db, connection)).some(({ chosen, taken }) => chosen || taken)
}

function isAgo(at: string, { now, ms }: { now: Date; ms: number }): boolean {
  return now.getTime() - Date.parse(at) >= ms
}
