import { amountText, type Clock, type ShopId, toShopId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import {
  clearCostMarks,
  type Database,
  type Db,
  findCostChange,
  type JobDefinition,
  type Jobs,
  listCostMarks,
  listShopsWithCostMarks,
  tellCostChange,
} from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type ShopContext } from '../context/index.ts'
import { healInterruptedWrite, inPieces, rebookOrders, rebuildDays } from '../ledger/index.ts'
import { findReached, previewSteps, reversePreview } from './preview.ts'
import { type Reach, type Step, undoSteps } from './steps.ts'
import { notePastProfit, toPreview } from './tell-preview.ts'

/** Marked orders: all of the shop, or those that a change reaches, whose outcome is still to be told in `change`. */
const Mark = z.union([
  z.object({ all: z.literal(true) }),
  z.object({
    from: z.string().nullable(),
    goods: z.array(z.string()).optional(),
    orders: z.array(z.string()).optional(),
    change: z.string().optional(),
  }),
])

/** Orders of one write; other writers of the shop wait no longer than for these. */
const ordersPerWrite = 5_000

/** Books the marked orders of a shop again; whoever dies in between leaves the marks. */
export async function restateCosts(
  ctx: ShopContext,
  report: (progress: { done: number; total: number }) => Promise<void> = async () => {},
): Promise<void> {
  const marks = await listCostMarks(ctx.db.kysely, ctx.shop.id)
  if (marks.length === 0) return
  const found = new Set<string>()
  const pending: string[] = []
  for (const { what } of marks) {
    const mark = Mark.parse(what)
    const reach: Reach =
      'all' in mark
        ? { from: null, goods: undefined }
        : { from: mark.from === null ? null : parseDay(mark.from), goods: mark.goods, orders: mark.orders }
    for (const order of await findReached(ctx, reach)) found.add(order)
    if ('change' in mark && mark.change !== undefined) pending.push(mark.change)
  }
  const orders = [...found]
  let done = 0
  for (const piece of inPieces(orders, ordersPerWrite)) {
    await asOnlyWriter(ctx, async (fresh) => {
      await healInterruptedWrite(fresh)
      await rebookOrders(fresh, piece, { identities: 'trusted', defer: false, cause: 'cost_changed', live: true })
      await rebuildDays(fresh, 'dirty')
    })
    done += piece.length
    await report({ done, total: orders.length })
  }
  for (const change of pending) await tellOutcome(ctx, change)
  await clearCostMarks(
    ctx.db.kysely,
    marks.map(({ id }) => id),
  )
}

/** Works out what a change did that was too large to be worked out when it was saved. */
async function tellOutcome(ctx: ShopContext, id: string): Promise<void> {
  const change = await findCostChange(ctx.db.kysely, ctx.shop.id, id)
  if (change === undefined) return
  // Holds because steps are written with changes alone.
  const back = undoSteps(change.steps as unknown as readonly Step[])
  // Figures have the change by now.
  const told = reversePreview(await previewSteps(ctx, back, Number.POSITIVE_INFINITY))
  const preview = await toPreview(ctx, told, 'with')
  const { orders, from: firstDay, to: lastDay, delta } = told
  await tellCostChange(ctx.db.kysely, ctx.shop.id, { id, orders, firstDay, lastDay, delta: amountText(delta), preview })
  await notePastProfit(ctx.db.kysely, { shop: ctx.shop, at: ctx.clock.now() }, { ...preview, id, what: change.what })
}

/** Whether changed costs are still to be booked. */
export async function isRestating({
  queries,
  shop,
}: {
  readonly queries: Db
  readonly shop: { readonly id: ShopId }
}): Promise<boolean> {
  return (await listCostMarks(queries, shop.id)).length > 0
}

const OneShop = z.object({ shop: z.string().transform(toShopId) })

const restateJob: JobDefinition<z.infer<typeof OneShop>> = {
  name: 'costs.restate',
  payload: OneShop,
  retry: { limit: 5, delaySeconds: 30, backoff: true },
  expireInSeconds: 4 * 3600,
  exclusiveBy: ({ shop }) => shop,
  label: () => 'Profit is worked out again with changed costs',
}

const lookJob: JobDefinition<Record<string, never>> = {
  name: 'costs.look',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'all',
  label: () => 'Looking for changed costs that are not in the figures yet',
}

/** What the jobs work with. */
export interface CostJobServices {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly openShop: (shop: ShopId) => Promise<ShopContext>
}

/** Queues the booking of marked orders. */
export async function requestRestating(jobs: Pick<Jobs, 'enqueue'>, shop: ShopId): Promise<void> {
  await jobs.enqueue(restateJob, { shop }, { unlessWaiting: true })
}

/** Books changed costs from this process, also those that a killed process left. */
export async function handleCostJobs({ db, jobs, openShop }: CostJobServices): Promise<void> {
  await jobs.handle(restateJob, async ({ shop }, { progress }) => restateCosts(await openShop(shop), progress))
  await jobs.handle(lookJob, async () => {
    for (const shop of await listShopsWithCostMarks(db.kysely)) await requestRestating(jobs, shop)
  })
  await jobs.schedule(lookJob, {}, { cron: '*/5 * * * *', zone: 'UTC' })
  await jobs.enqueue(lookJob, {}, { unlessWaiting: true })
}
