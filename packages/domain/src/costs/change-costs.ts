import { type PersonId, toPersonId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { createCostChange, listCostMarks, markCosts } from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { type ActorContext, asOnlyWriter, defineVerb, type ShopContext } from '../context/index.ts'
import { GoodsCostInput, GoodsCostKeyInput, ruleInputs, ruleKinds } from '../cost-inputs.ts'
import { type EventData, emitEvent } from '../outbox/index.ts'
import { OrderCostInput, OrderCostKey } from '../own-costs.ts'
import { assertMayClose, assertOpen, assertSeen, readUndoable } from './conflicts.ts'
import { CostFileInput, planCostFile } from './files/plan-cost-file.ts'
import { assertKnownGoods } from './goods-costs.ts'
import { assertPlainParts, findReach } from './made-of.ts'
import { mostOrderCosts, planOrderCosts } from './plan-order-costs.ts'
import { planGoods, planRemoval, planRule, planSettings, wrongFields } from './plan-steps.ts'
import { previewSteps } from './preview.ts'
import { isRestating, restateCosts } from './restate.ts'
import { describeSteps, type Step, undoSteps, writeSteps } from './steps.ts'
import { CostPreview, notePastProfit, toPreview } from './tell-preview.ts'

const Reason = z.string().trim().max(500).optional()

const GoodsChange = z.strictObject({
  entries: z.array(GoodsCostInput).max(50_000).default([]),
  /** Entries of anybody but the store, whose own come back every night. */
  remove: z
    .array(GoodsCostKeyInput.extend({ source: z.enum(['entered', 'file', 'api']).default('entered') }))
    .max(50_000)
    .default([]),
})

/** Costs of single orders; the orders of the largest file are worked out at once. */
const OrdersChange = z.strictObject({
  entries: z.array(OrderCostInput).max(mostOrderCosts).default([]),
  remove: z.array(OrderCostKey).max(mostOrderCosts).default([]),
})

/** A rule as it is given: its kind decides its body, which is checked by the schema of that kind. */
const RuleChange = z.strictObject({
  id: z.uuid().optional(),
  kind: z.enum(ruleKinds),
  body: z.record(z.string(), z.unknown()),
})

/** One of the changes that can be previewed and saved. */
const Change = z.union([
  z.strictObject({ goods: GoodsChange }),
  z.strictObject({ rule: RuleChange }),
  /** Of an expense also from today on: it ends with the shop's yesterday, and what it was stays. */
  z.strictObject({ removeRule: z.uuid(), from: z.enum(['today', 'ever']).default('ever') }),
  z.strictObject({ settings: z.record(z.string(), z.unknown()) }),
  z.strictObject({ undo: z.uuid() }),
  z.strictObject({ file: CostFileInput }),
  z.strictObject({ orders: OrdersChange }),
])
type Change = z.output<typeof Change>

async function planChange(ctx: ShopContext, change: Change): Promise<Step[]> {
  const steps = await planSteps(ctx, change)
  await assertPlainParts(ctx, steps)
  return steps
}

async function planSteps(ctx: ShopContext, change: Change): Promise<Step[]> {
  if ('goods' in change) {
    const { entries } = change.goods
    await assertKnownGoods(ctx, entries)
    const remove = change.goods.remove.map(({ from, ...key }) => ({ ...key, fromDay: from as Day | null }))
    return planGoods(ctx, { entries, remove, source: ctx.actor.kind === 'api_key' ? 'api' : 'entered' })
  }
  if ('rule' in change) {
    const { id, kind, body } = change.rule
    const checked = ruleInputs[kind].safeParse(body)
    if (!checked.success) throw wrongFields(checked.error)
    return planRule(ctx, { id, kind, body: checked.data })
  }
  if ('orders' in change) return planOrderCosts(ctx, change.orders)
  if ('removeRule' in change) return planRemoval(ctx, change.removeRule, change.from)
  if ('file' in change) return [...(await planCostFile(ctx, change.file)).steps]
  if ('settings' in change) return planSettings(ctx, change.settings)
  return undoSteps((await readUndoable(ctx, change.undo)).steps)
}

/** What a change would do; nothing is written. */
export const previewChange = defineVerb({
  name: 'costs.preview',
  needs: 'costs:read',
  access: 'read',
  input: z.strictObject({ change: Change }),
  output: CostPreview,
  async run(ctx: ShopContext, { change }): Promise<CostPreview> {
    return previewPlanned(ctx, await planChange(ctx, change))
  },
})

/** What a change that was planned already would do. */
export async function previewPlanned(ctx: ShopContext, steps: readonly Step[]): Promise<CostPreview> {
  return toPreview(ctx, await previewSteps(ctx, steps), 'without')
}

/** The outcome of a saved change. */
export const SavedCosts = z.object({
  /** Null: nothing changed. */
  change: z.string().nullable(),
  preview: CostPreview,
  /** Whether figures are still being worked out; otherwise they have the change. */
  restating: z.boolean(),
})
export type SavedCosts = z.infer<typeof SavedCosts>

/** Few enough orders to be booked while somebody waits. */
const ordersAtOnce = 3_000

/**
 * Saves a change of costs as one change set, and books the orders that it reaches. Throws `invalid_input` with a message per field,
 * `not_found`, `conflict` when later changes touch what is undone, `forbidden` for closed days.
 */
export const saveCosts = defineVerb({
  name: 'costs.save',
  needs: 'costs:write',
  access: 'work',
  input: z.strictObject({
    change: Change,
    reason: Reason,
    /** The latest change that the person had seen, null for none: what others changed since then is a conflict, not lost. */
    seen: z.uuid().nullable().optional(),
  }),
  output: SavedCosts,
  async run(ctx: ShopContext, { change, reason = '', seen }): Promise<SavedCosts> {
    const saved = await asOnlyWriter(ctx, async (fresh) => {
      const own = { ...ctx, shop: fresh.shop, queries: ctx.db.kysely }
      const steps = await planChange(own, change)
      const preview = await previewSteps(own, steps)
      const shown = await toPreview(own, preview, 'without')
      if (steps.length === 0) return { id: null, shown, orders: 0 }
      assertMayClose(own, steps)
      assertOpen(own, shown, reason)
      if (seen !== undefined) await assertSeen(own, steps, seen)
      const { from, goods, orders } = await findReach(own, steps)
      const id = await ctx.db.transaction(async (tx) => {
        await writeSteps(tx, { shop: fresh.shop, personId: personOf(ctx) }, steps)
        const what = describeSteps(steps)
        const created = await createCostChange(tx, {
          shopId: fresh.shop.id,
          personId: personOf(ctx),
          what,
          reason,
          orders: preview.orders,
          firstDay: preview.from,
          lastDay: preview.to,
          delta: shown.delta,
          preview: shown,
          steps,
          undoes: 'undo' in change ? change.undo : null,
        })
        await recordAudit(
          { ...own, queries: tx },
          { action: 'costs.save', target: { kind: 'cost_change', id: created, name: what } },
        )
        await notePastProfit(tx, { shop: fresh.shop, at: ctx.clock.now() }, { ...shown, id: created, what })
        await emitEvent(tx, fresh.shop.id, {
          type: 'costs.changed',
          data: toEvent(created, shown),
          at: ctx.clock.now(),
        })
        if (preview.orders > 0) {
          await markCosts(tx, fresh.shop.id, {
            from,
            ...(goods && { goods }),
            ...(orders && { orders }),
            ...(preview.isPending && { change: created }),
          })
        }
        return created
      })
      return { id, shown, orders: preview.orders }
    })
    // What is marked already may be the whole shop, and nobody waits for that.
    const isFirst = (await listCostMarks(ctx.db.kysely, ctx.shop.id)).length === 1
    if (isFirst && saved.orders > 0 && saved.orders <= ordersAtOnce) await restateCosts(ctx)
    const restating = saved.orders > 0 && (await isRestating({ queries: ctx.db.kysely, shop: ctx.shop }))
    return { change: saved.id, preview: saved.shown, restating }
  },
})

function toEvent(
  change: string,
  { orders, from, to, delta, currency, pending }: CostPreview,
): EventData<'costs.changed'> {
  return { change, orders, from, to, profit: delta, currency, pending }
}

/** The acting person; null for keys, jobs and the machine itself. */
function personOf({ actor }: Pick<ActorContext, 'actor'>): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}
