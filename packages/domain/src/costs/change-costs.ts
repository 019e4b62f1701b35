import { AppError, amountText, type PersonId, toPersonId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import {
  type CostChangeSummary,
  createCostChange,
  findCostChange,
  type GoodsCostFields,
  listCostChanges,
  listCostMarks,
  listCostRules,
  listLaterCostChanges,
  markCosts,
} from '@tillsight/database'
import { z } from 'zod'
import { type ActorContext, asOnlyWriter, defineVerb, permissionsOf, type ShopContext } from '../context/index.ts'
import {
  CostSettingsInput,
  GoodsCostInput,
  GoodsCostKeyInput,
  readCostSettings,
  readRule,
  ruleInputs,
  ruleKinds,
} from '../cost-rules.ts'
import { assertKnownGoods } from './goods-costs.ts'
import { isRestating, type Preview, previewSteps, restateCosts } from './restate.ts'
import {
  closedDaysOf,
  planGoods,
  planRemoval,
  planRule,
  planSettings,
  reachOf,
  type Step,
  undoSteps,
  writeSteps,
  wrongFields,
} from './steps.ts'

const Reason = z.string().trim().max(500).optional()

const GoodsChange = z.strictObject({
  entries: z.array(GoodsCostInput).max(50_000).default([]),
  /** Entries of anybody but the store, whose own come back every night. */
  remove: z
    .array(GoodsCostKeyInput.extend({ source: z.enum(['entered', 'file', 'api']).default('entered') }))
    .max(50_000)
    .default([]),
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
  z.strictObject({ removeRule: z.uuid() }),
  z.strictObject({ settings: z.record(z.string(), z.unknown()) }),
  z.strictObject({ undo: z.uuid() }),
])
type Change = z.output<typeof Change>

const Money = z.string()

/** What a change does to profit, in shop currency. */
export const CostPreview = z.object({
  orders: z.number(),
  lines: z.number(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  /** What profit gains. */
  delta: Money,
  byMonth: z.array(z.object({ month: z.string(), delta: Money })),
  examples: z.array(z.object({ order: z.string(), name: z.string(), delta: Money })),
  /** Whether it moves days that are closed, which takes an owner and a reason. */
  closed: z.boolean(),
  /**
   * Whether it reaches more orders than can be worked out while somebody waits: `orders` and days are those that it may move, and
   * what it does to profit stands with the change once figures have it.
   */
  pending: z.boolean(),
})
export type CostPreview = z.infer<typeof CostPreview>

async function planChange(ctx: ShopContext, change: Change): Promise<Step[]> {
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
  if ('removeRule' in change) return planRemoval(ctx, change.removeRule)
  if ('settings' in change) return planSettings(ctx, change.settings)
  return undoSteps((await readUndoable(ctx, change.undo)).steps)
}

async function closedThrough({ queries, shop }: Pick<ShopContext, 'queries' | 'shop'>): Promise<string | null> {
  return readCostSettings(await listCostRules(queries, shop.id)).closedThrough
}

/** What a change would do; nothing is written. */
export const previewChange = defineVerb({
  name: 'costs.preview',
  needs: 'costs:read',
  access: 'read',
  input: z.strictObject({ change: Change }),
  output: CostPreview,
  async run(ctx: ShopContext, { change }): Promise<CostPreview> {
    const preview = await previewSteps(ctx, await planChange(ctx, change))
    return toPreview(ctx, preview, await closedThrough(ctx))
  },
})

function toPreview({ shop }: ShopContext, preview: Preview, closed: string | null): CostPreview {
  return {
    orders: preview.orders,
    lines: preview.lines,
    from: preview.from,
    to: preview.to,
    currency: shop.currency,
    delta: amountText(preview.delta),
    byMonth: preview.byMonth.map(({ month, delta }) => ({ month, delta: amountText(delta) })),
    examples: preview.examples.map((example) => ({ ...example, delta: amountText(example.delta) })),
    pending: preview.isPending,
    closed: closed !== null && preview.from !== null && preview.from <= closed,
  }
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
      const shown = toPreview(own, preview, await closedThrough(own))
      if (steps.length === 0) return { id: null, shown, orders: 0 }
      assertMayClose(own, steps)
      assertOpen(own, shown, reason)
      if (seen !== undefined) await assertSeen(own, steps, seen)
      const id = await ctx.db.transaction(async (tx) => {
        await writeSteps(tx, { shop: fresh.shop, personId: personOf(ctx) }, steps)
        const { from, goods } = reachOf(steps)
        const created = await createCostChange(tx, {
          shopId: fresh.shop.id,
          personId: personOf(ctx),
          what: describeSteps(steps),
          reason,
          orders: preview.orders,
          firstDay: preview.from,
          lastDay: preview.to,
          delta: shown.delta,
          steps,
          undoes: 'undo' in change ? change.undo : null,
        })
        if (preview.orders > 0) {
          await markCosts(tx, fresh.shop.id, {
            from,
            ...(goods && { goods }),
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

function assertOpen(ctx: ShopContext, { closed, from }: CostPreview, reason: string): void {
  if (!closed) return
  if (!permissionsOf(ctx.actor).includes('costs:close')) {
    throw new AppError(
      'forbidden',
      `This would change profit from ${from} on, and these days are closed. Choose a later day, or ask an owner to save it.`,
      { details: { needs: 'costs:close' } },
    )
  }
  if (reason === '') {
    throw new AppError('invalid_input', `This changes days that are closed, from ${from} on: say why.`, {
      details: { reason: 'Say why closed days change; the reason is kept with the change.' },
    })
  }
}

/** Which days are closed is an owner's to say: else everybody could open what they may not change. */
function assertMayClose({ actor }: ShopContext, steps: readonly Step[]): void {
  const moved = steps.map(closedDaysOf).find((days) => days !== undefined)
  if (moved === undefined || permissionsOf(actor).includes('costs:close')) return
  throw new AppError(
    'forbidden',
    'Only an owner closes days and opens them again. Leave the last closed day as it is.',
    {
      details: { needs: 'costs:close' },
    },
  )
}

async function assertSeen(ctx: ShopContext, steps: readonly Step[], seen: string | null): Promise<void> {
  const [theirs] = (await laterThan(ctx, seen, steps)).toReversed()
  if (theirs === undefined) return
  const step = steps.find(({ kind, before }) => kind === 'goods' && before !== null)
  const both = step?.kind === 'goods' ? { now: costText(step.before), yours: costText(step.after) } : undefined
  const values = both ? ` It is ${both.now} now, and you entered ${both.yours}.` : ''
  throw new AppError(
    'conflict',
    `${theirs.personName ?? 'Somebody'} changed this meanwhile (${theirs.what}).${values} Look at it as it is now, and save again if yours is right.`,
    { details: { ...both } },
  )
}

function costText(entry: GoodsCostFields | null): string {
  if (entry === null) return 'nothing'
  return entry.kind === 'percent' ? `${Number(entry.percent)} %` : `${Number(entry.amount)} ${entry.currency}`
}

/** Changes after one that touch the entries and rules of steps, the oldest first. */
function laterThan({ queries, shop }: ShopContext, after: string | null, steps: readonly Step[]) {
  const keys = steps.flatMap((step) => (step.kind === 'goods' ? [step.key] : []))
  const rules = steps.flatMap((step) => (step.kind === 'goods' ? [] : [step.id]))
  return listLaterCostChanges(queries, shop.id, { after, keys, rules })
}

/** The acting person; null for keys, jobs and the machine itself. */
function personOf({ actor }: Pick<ActorContext, 'actor'>): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}

const names = {
  goods: 'cost of goods',
  fee: 'payment fee',
  shipping: 'shipping rule',
  handling: 'handling rule',
  return: 'rule for returns',
  expense: 'expense per order',
  settings: 'settings of costs',
} as const satisfies Record<Step['kind'], string>

/** `3 × cost of goods changed`. */
function describeSteps(steps: readonly Step[]): string {
  const kinds = Map.groupBy(steps, (step) => {
    const fate = step.before === null ? 'added' : step.after === null ? 'deleted' : 'changed'
    return `${names[step.kind]} ${fate}`
  })
  return [...kinds].map(([what, { length }]) => (length === 1 ? what : `${length} × ${what}`)).join(', ')
}

async function readUndoable(ctx: ShopContext, id: string): Promise<{ readonly steps: readonly Step[] }> {
  const { queries, shop } = ctx
  const change = await findCostChange(queries, shop.id, id)
  if (change === undefined) throw new AppError('not_found', 'There is no such change of costs.')
  // Holds because steps are written by this file alone.
  const steps = change.steps as unknown as readonly Step[]
  const later = await laterThan(ctx, id, steps)
  const byId = new Map(later.map((other) => [other.id, other]))
  const isInForce = ({ undoneBy }: Pick<CostChangeSummary, 'undoneBy'>): boolean => {
    const undo = undoneBy === null ? undefined : byId.get(undoneBy)
    return undo === undefined ? undoneBy === null : !isInForce(undo)
  }
  if (!isInForce(change)) throw new AppError('conflict', 'This change is undone already.')
  // A later change and what undid it leave no trace.
  const between = later.find((other) => isInForce(other) && (other.undoes === null || !byId.has(other.undoes)))
  if (between) {
    throw new AppError(
      'conflict',
      `A later change touches the same entries (${between.what}, ${between.at.toISOString().slice(0, 10)}). Undo that one first.`,
      { details: { change: between.id } },
    )
  }
  return { steps }
}

const mostListed = 100

/** Changes of costs, the newest first. */
export const CostChanges = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      /** Null if nobody did, or if the person was deleted. */
      by: z.string().nullable(),
      what: z.string(),
      reason: z.string(),
      orders: z.number(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      delta: Money,
      undone: z.boolean(),
      isUndo: z.boolean(),
    }),
  ),
  /** Whether changed costs are still being booked. */
  restating: z.boolean(),
})
export type CostChanges = z.infer<typeof CostChanges>

/** Lists what was changed, by whom, and what it did to profit. */
export const listChanges = defineVerb({
  name: 'costs.changes',
  needs: 'costs:read',
  access: 'read',
  input: z.object({}),
  output: CostChanges,
  async run({ queries, shop }: ShopContext): Promise<CostChanges> {
    const rows = await listCostChanges(queries, shop.id, mostListed)
    return {
      changes: rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        by: row.personName,
        what: row.what,
        reason: row.reason,
        orders: row.orders,
        from: row.firstDay,
        to: row.lastDay,
        delta: row.delta,
        undone: row.undoneBy !== null,
        isUndo: row.undoes !== null,
      })),
      restating: await isRestating({ queries, shop }),
    }
  },
})

/** Rules and choices of the shop. */
export const CostRulesView = z.object({
  /** The latest change; null for none. Saving tells it as `seen`. */
  latest: z.string().nullable(),
  rules: z.array(z.object({ id: z.string(), kind: z.enum(ruleKinds), body: z.record(z.string(), z.unknown()) })),
  settings: CostSettingsInput,
})
export type CostRulesView = z.infer<typeof CostRulesView>

/** Lists the rules about fees, carriers, handling, returns and expenses per order. */
export const listRules = defineVerb({
  name: 'costs.rules',
  needs: 'costs:read',
  access: 'read',
  input: z.object({}),
  output: CostRulesView,
  async run({ queries, shop }: ShopContext): Promise<CostRulesView> {
    const [rows, [latest]] = await Promise.all([listCostRules(queries, shop.id), listCostChanges(queries, shop.id, 1)])
    return {
      latest: latest?.id ?? null,
      rules: rows.flatMap((row) => readRule(row) ?? []),
      settings: readCostSettings(rows),
    }
  },
})
