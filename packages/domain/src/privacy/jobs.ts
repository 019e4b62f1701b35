import { AppError, isAppError } from '@tillsight/core'
import {
  type ConnectionRow,
  type Db,
  deleteShopFindings,
  type JobDefinition,
  type Jobs,
  listReceivedPrivacyRequests,
  listConnections as listRows,
  listShopsWithBegunErasures,
  markPrivacyRequest,
  nextWriteVersion,
  type PrivacyRequestRow,
} from '@tillsight/database'
import { z } from 'zod'
import {
  type ConnectionContext,
  connectorOf,
  disconnect,
  openConnection,
  Problem,
  verifyConnection,
} from '../connections/index.ts'
import { asOnlyWriter, run } from '../context/index.ts'
import type { SyncJobServices, SyncServices } from '../sync/index.ts'
import { completeErasures, eraseCustomer } from './erase-customer.ts'
import { announceRequest, openSubject, type RequestSubject, toSubjectInput } from './request-issues.ts'

/** Kinds of failures by which a platform reports revoked keys, or a shop that no longer exists. */
const over = new Set<Problem['kind']>(['reauth', 'account_state'])

const Count = z.object({ n: z.coerce.number() })

const privacyJob: JobDefinition<Record<string, never>> = {
  name: 'privacy.work',
  payload: z.strictObject({}),
  retry: { limit: 5, delaySeconds: 60, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: () => 'all',
  label: () => 'Working on requests about privacy',
}

/** Requests that received privacy requests be processed soon. */
export async function requestPrivacyWork(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(privacyJob, {}, { unlessWaiting: true })
}

/**
 * Processes platforms' privacy requests from this process, at once and every hour, and completes erasures. Needs started
 * jobs.
 */
export async function handlePrivacyJobs(services: SyncJobServices): Promise<void> {
  await services.jobs.handle(privacyJob, () => workOnPrivacy(services))
  await services.jobs.schedule(privacyJob, {}, { cron: '41 * * * *', zone: 'UTC' })
}

/**
 * Processes all waiting requests. A failed one waits for the next run and blocks nothing else; at the end the first failure
 * is thrown.
 */
export async function workOnPrivacy(services: SyncServices): Promise<void> {
  const { db, log } = services
  const failures: unknown[] = []
  const attempt = async (about: object, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ ...about, err: error }, 'what somebody asked about privacy could not be done yet')
      failures.push(error)
    }
  }
  for (const shop of await listShopsWithBegunErasures(db.kysely)) {
    await attempt({ shop }, async () => asOnlyWriter(await services.openShop(shop), completeErasures))
  }
  for (const row of await listReceivedPrivacyRequests(db.kysely)) {
    await attempt({ request: row.id, kind: row.kind }, () => workOn(services, row))
  }
  if (failures.length > 0) throw failures[0]
}

async function workOn(services: SyncServices, row: PrivacyRequestRow): Promise<void> {
  const { connections, db, clock, log } = services
  const { id, kind, shopId, connector, account } = row
  if (shopId === null) return
  const ctx: ConnectionContext = { ...(await services.openShop(shopId)), services: connections }
  const close = (state: PrivacyRequestRow['state']) =>
    markPrivacyRequest(db.kysely, id, { state, at: clock.now(), forget: state !== 'open' })
  const subject = openSubject(connections.secrets, row)
  if (kind === 'customer_data') {
    await announceRequest(ctx, { row, platform: connectorOf(connections, connector).label, subject })
    await close('open')
    return
  }
  if (kind === 'erase_shop') {
    const outcome = await eraseAccount(ctx, { connector, account })
    log.info({ request: id, shop: shopId, outcome }, 'a platform asked to forget a shop')
    await close(outcome)
    return
  }
  if (subject) await eraseSubject(ctx, subject)
  await close('done')
}

/** A placeholder address identifies nobody, so there is nothing to erase. */
async function eraseSubject(ctx: ConnectionContext, subject: RequestSubject): Promise<void> {
  try {
    await run(eraseCustomer, ctx, toSubjectInput(subject))
  } catch (error) {
    if (!isAppError(error) || error.code !== 'invalid_input') throw error
    ctx.log.info({ shop: ctx.shop.id }, 'a platform asked to erase a customer without naming one')
  }
}

/** The account whose data a platform wants erased. */
interface AccountToErase {
  readonly connector: string
  readonly account: string
}

/**
 * Removes a platform's account from the shop: its keys, and everything read from it. Not if its keys work: then it was
 * connected again after the request. Throws `unavailable` when the platform does not respond. Repeatable.
 */
async function eraseAccount(ctx: ConnectionContext, options: AccountToErase): Promise<'done' | 'kept'> {
  for (const row of await findAccount(ctx, options)) {
    const problem = await findProblem(ctx, row)
    if (!problem) return 'kept'
    if (!over.has(problem.kind) || problem.worsenedFrom) {
      throw new AppError('unavailable', `Whether the account was connected again is not known: ${problem.message}`)
    }
    await run(disconnect, ctx, { connection: row.id, data: 'delete' })
  }
  await forgetWhatIsLeft(ctx, options.connector)
  return 'done'
}

async function findAccount(
  { db, shop, services }: ConnectionContext,
  { connector: id, account }: AccountToErase,
): Promise<ConnectionRow[]> {
  const connector = connectorOf(services, id)
  const rows = (await listRows(db.kysely, shop.id)).filter((row) => row.connector === id)
  return rows.filter((row) => connector.privacy?.isAbout(openConnection(row, services).settings, account))
}

async function findProblem(ctx: ConnectionContext, { id }: ConnectionRow): Promise<Problem | null> {
  const { statusDetail } = await verifyConnection(ctx, id)
  return statusDetail === null ? null : Problem.parse(statusDetail)
}

/** Deletes issues about the account's orders; and customers' identities, once the shop has no orders left. */
async function forgetWhatIsLeft({ db, shop, warehouse }: ConnectionContext, connector: string): Promise<void> {
  await db.lockShop(shop.id, async () => {
    // Another account may have been connected meanwhile.
    if (await isConnected(db.kysely, { shop, connector })) return
    await deleteShopFindings(db.kysely, shop.id)
    const sql = 'SELECT count() AS n FROM ledger WHERE shop_id = {shop:UUID}'
    const [left] = await warehouse.read({ sql, params: {} }, Count)
    if (!left || left.n > 0) return
    const version = (await nextWriteVersion(db.kysely)).toString()
    await warehouse.purge({ from: 'identities', where: 'version < {version:UInt64}', params: { version } })
  })
}

async function isConnected(
  db: Db,
  { shop, connector }: { shop: ConnectionContext['shop']; connector: string },
): Promise<boolean> {
  return (await listRows(db, shop.id)).some((row) => row.connector === connector)
}
