import { listCostChanges, listCostRules } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { CostSettingsInput, ruleKinds } from '../cost-inputs.ts'
import { readCostSettings, readRule } from '../cost-rules.ts'
import { isRestating } from './restate.ts'
import { CostPreview } from './tell-preview.ts'

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
      delta: z.string(),
      undone: z.boolean(),
      isUndo: z.boolean(),
      /** What was told when it was saved, or once a large one was worked out; null for changes before that was kept. */
      preview: CostPreview.nullable(),
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
        preview: CostPreview.safeParse(row.preview).data ?? null,
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
