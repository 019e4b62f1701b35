import { isAppError } from '@tillsight/core'
import {
  type JobDefinition,
  type Jobs,
  listReceivedPrivacyRequests,
  listShopsWithBegunErasures,
  markPrivacyRequest,
  type PrivacyRequestRow,
} from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, connectorOf } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { asOnlyWriter } from '../ledger/index.ts'
import type { SyncJobServices, SyncServices } from '../sync/index.ts'
import { eraseAccount } from './erase-account.ts'
import { completeErasures, eraseCustomer } from './erase-customer.ts'
import { announceRequest } from './request-issues.ts'
import { openSubject, type RequestSubject, toSubjectInput } from './request-subject.ts'

const privacyJob: JobDefinition<Record<string, never>> = {
  name: 'privacy.work',
  payload: z.strictObject({}),
  retry: { limit: 5, delaySeconds: 60, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: () => 'all',
  label: () => 'Working on requests about privacy',
}

/** Has the requests that were received worked on soon. */
export async function requestPrivacyWork(jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  await jobs.enqueue(privacyJob, {}, { unlessWaiting: true })
}

/** Lets this process work on what platforms ask, at once and every hour, and complete erasures. Needs started jobs. */
export async function handlePrivacyJobs(services: SyncJobServices): Promise<void> {
  await services.jobs.handle(privacyJob, () => workOnPrivacy(services))
  await services.jobs.schedule(privacyJob, {}, { cron: '41 * * * *', zone: 'UTC' })
}

/** Works on everything that waits. What fails waits for the next time and holds up nothing else; then the first failure is thrown. */
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

/** An address that stands for nobody names nobody, so there is nothing to erase. */
async function eraseSubject(ctx: ConnectionContext, subject: RequestSubject): Promise<void> {
  try {
    await run(eraseCustomer, ctx, toSubjectInput(subject))
  } catch (error) {
    if (!isAppError(error) || error.code !== 'invalid_input') throw error
    ctx.log.info({ shop: ctx.shop.id }, 'a platform asked to erase a customer without naming one')
  }
}
