import { type Clock, toShopId } from '@tillsight/core'
import {
  addConversionEvents,
  type ConversionEventChange,
  changeConversionEvents,
  eachMinute,
  findConversionEvents,
  type JobDefinition,
  type Jobs,
  listEnabledConversionTargets,
  listUnconfirmedConversionEvents,
  saveConversionTarget,
} from '@tillsight/database'
import { type ConversionReceipt, isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type ConnectionContext, callPlatform, type WorkRequests } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'
import type { SyncJobServices, SyncServices } from '../sync/index.ts'
import { readCurrentOrders } from './purchases.ts'
import { sendDue, watchSending } from './send-due.ts'
import { loadTarget, platformAccess, type Target } from './setup.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Orders that arrive later than this many days are not sent: platforms would refuse them, or no longer find a click. */
const lateDays = 8
/** Data from the visit arrives a little after the order. */
const settleMs = 5 * minuteMs
const correctEveryMs = 60 * minuteMs
/** Refunds and edits booked longer ago than this many days are not sent. */
const correctDays = 14

const OrderRow = z.object({ order_id: z.string(), order_name: z.string(), placed: z.coerce.number() })

const ChangedRow = z.object({ order_id: z.string() })

const most = 5_000
const askAgainMs = 60 * 60_000
/** A request that the platform has not confirmed for this long is taken as accepted, as first reported. */
const askForMs = 72 * 60 * 60_000

const OneTarget = z.object({ shop: z.string().transform(toShopId), platform: z.string() })
type OneTarget = z.infer<typeof OneTarget>

const tellJob: JobDefinition<OneTarget> = {
  name: 'conversions',
  payload: OneTarget,
  // Sends that fail have retry times of their own; only our own errors are retried here.
  retry: { limit: 2, delaySeconds: 60, backoff: true },
  expireInSeconds: 1_800,
  exclusiveBy: ({ shop, platform }) => `${shop} ${platform}`,
  concurrency: 4,
  label: ({ platform }) => `Telling ${platform} of orders`,
}

const afterCommitMs = 500

/** Requests sending orders to a platform as a job. A job that is already waiting is not queued again. */
export function conversionRequestsByJobs(
  jobs: Pick<Jobs, 'enqueue'>,
  clock: Clock,
): Pick<WorkRequests, 'tellPlatform'> {
  return {
    async tellPlatform(options) {
      // Requested inside a transaction: a job that starts before the commit would find nothing to do.
      const startAfter = new Date(clock.now().getTime() + afterCommitMs)
      await jobs.enqueue(tellJob, options, { startAfter, unlessWaiting: true })
    },
  }
}

/** Sends orders to ad platforms from this process, every minute where enabled. Needs started jobs. */
export async function handleConversionJobs(services: SyncJobServices): Promise<void> {
  const { jobs, db } = services
  await jobs.handle(tellJob, async (target, { signal }) => tellOfOrders(services, { ...target, signal }))
  await eachMinute(jobs, async () => {
    for (const target of await listEnabledConversionTargets(db.kysely)) {
      await jobs.enqueue(tellJob, target, { unlessWaiting: true })
    }
  })
}

/**
 * Processes everything due for one platform of a shop: new orders, changed ones, waiting ones, and confirmations of sent
 * ones. Nothing in the queue is lost when the process dies; an order sent but not yet recorded is sent again with the same
 * id, which platforms count once.
 */
export async function tellOfOrders(
  services: Pick<SyncServices, 'connections' | 'openShop'>,
  { shop, platform, signal }: OneTarget & { readonly signal: AbortSignal },
): Promise<void> {
  const ctx: ConnectionContext = { ...(await services.openShop(shop)), services: services.connections }
  const target = await loadTarget(ctx.db.kysely, services.connections, { shop, platform })
  if (!target.enabled) return
  await collectOrders(ctx, target)
  await queueCorrections(ctx, target)
  const tried = await sendDue(ctx, target, signal)
  const asked = await confirmSent(ctx, target, signal)
  if (tried + asked === 0) return
  await watchSending(ctx, await loadTarget(ctx.db.kysely, services.connections, { shop, platform }))
}

/**
 * Asks the platform for the outcome of requests it accepted earlier, if it does not report it at once. Returns the number of
 * orders asked about.
 */
async function confirmSent(ctx: ConnectionContext, target: Target, signal: AbortSignal): Promise<number> {
  const { spec } = target
  if (spec.confirm === undefined) return 0
  const { clock, db, services } = ctx
  const now = clock.now()
  const events = await listUnconfirmedConversionEvents(db.kysely, { ...target, now, most })
  if (events.length === 0) return 0
  const account = await platformAccess(ctx, target)
  for (const [receipt, together] of Map.groupBy(events, (event) => event.receipt)) {
    const isOld = together.every(({ sentAt }) => now.getTime() - (sentAt ?? now).getTime() > askForMs)
    const orderIds = together.map(({ orderId }) => orderId)
    try {
      const call = { account, clock, signal }
      const said = await callPlatform(services, call, async (platform) => await spec.confirm?.(platform, receipt))
      if (said === undefined) return 0
      await changeConversionEvents(db.kysely, { ...target, orderIds }, afterReceipt(said, { isOld, now }))
    } catch (error) {
      if (!isConnectorError(error)) throw error
      // Not knowing the outcome yet does no harm.
      const confirmAt = isOld ? null : new Date(now.getTime() + askAgainMs)
      await changeConversionEvents(db.kysely, { ...target, orderIds }, { confirmAt })
    }
  }
  return events.length
}

function afterReceipt(
  said: ConversionReceipt,
  { isOld, now }: { readonly isOld: boolean; readonly now: Date },
): ConversionEventChange {
  if (said.kind === 'counted') return { confirmAt: null, answer: said.answer }
  if (said.kind === 'failed') return { confirmAt: null, state: 'refused', sentAt: null, reason: said.message }
  return { confirmAt: isOld ? null : new Date(now.getTime() + askAgainMs) }
}

/** Queues every counted order placed since sending was enabled, each once. Returns how many were new. */
async function collectOrders(ctx: ShopContext, target: Target): Promise<number> {
  const now = ctx.clock.now()
  if (target.since === null) return 0
  const from = Math.max(target.since.getTime(), now.getTime() - lateDays * dayMs)
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT order_id, order_name, toUnixTimestamp(placed_at) AS placed FROM ledger
        WHERE shop_id = {shop:UUID} AND head = 1 AND paid = 1
          AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND placed_at >= toDateTime({from:UInt32}, 'UTC')`,
      // Ledger instants are whole seconds: whether an order in the second of enabling came before or after it is unknown.
      params: { from: String(Math.ceil(from / 1_000)) },
    },
    OrderRow,
    { lookup: true },
  )
  return await addConversionEvents(
    ctx.db.kysely,
    target,
    rows.map((row) => {
      const placedAt = new Date(row.placed * 1_000)
      const dueAt = new Date(Math.max(now.getTime(), placedAt.getTime() + settleMs))
      return { orderId: row.order_id, orderName: row.order_name, placedAt, createdAt: now, dueAt }
    }),
  )
}

/** Queues orders again whose value differs from what was sent, if the platform accepts corrections. At most once an hour. */
async function queueCorrections(ctx: ShopContext, target: Target): Promise<void> {
  if (target.spec.corrections === 'none') return
  const now = ctx.clock.now()
  if (target.correctedAt && now.getTime() - target.correctedAt.getTime() < correctEveryMs) return
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT DISTINCT order_id FROM ledger WHERE shop_id = {shop:UUID} AND kind != 'order'
        AND booked_at >= toDateTime({from:UInt32}, 'UTC')`,
      params: { from: String(Math.floor((now.getTime() - correctDays * dayMs) / 1_000)) },
    },
    ChangedRow,
    { lookup: true },
  )
  const { kysely } = ctx.db
  const ids = rows.map(({ order_id: id }) => id)
  const sent = (await findConversionEvents(kysely, target, ids)).filter(({ state }) => state === 'sent')
  const orders = await readCurrentOrders(
    ctx.warehouse,
    target.setup,
    sent.map(({ orderId }) => orderId),
  )
  const changed = sent.filter(({ orderId, value, placedAt }) => {
    const isYoung = now.getTime() - placedAt.getTime() < target.spec.mostDays * dayMs
    const current = orders.get(orderId)
    return isYoung && current !== undefined && current.value !== value
  })
  const orderIds = changed.map(({ orderId }) => orderId)
  const again = { state: 'waiting', reason: 'Its value has changed.', dueAt: now, attempts: 0, firstTriedAt: null }
  await changeConversionEvents(kysely, { ...target, orderIds }, again)
  await saveConversionTarget(kysely, target, { correctedAt: now })
}
