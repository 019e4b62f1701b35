import { AppError, type OrganisationId } from '@tillsight/core'
import { addDays, addMonths, type Day, dayOf, parseDay } from '@tillsight/core/days'
import { type Db, findBillingAccount, listMembers, listShops } from '@tillsight/database'
import { z } from 'zod'
import { type Actor, defineVerb, run } from '../context/index.ts'
import { readFirstDay, runQuery } from '../reports/index.ts'
import type { BillingContext, BillingServices } from './context.ts'
import { PlanLimits } from './contract.ts'

/** A calendar month such as `2026-11`. */
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Expected a month such as 2026-11' })

const Used = z.object({
  /** Counted orders of the month, each in the zone of its shop. */
  orders: z.number(),
  shops: z.array(z.object({ shop: z.string(), name: z.string(), orders: z.number() })),
})

/**
 * How much of its plan an organisation uses. Throws `forbidden` for members who see some of its shops only: totals would tell of the
 * others.
 */
export const showPlanUsage = defineVerb({
  name: 'billing.usage',
  needs: 'members:read',
  access: 'read',
  input: z.object({ month: Month.optional() }),
  output: z.object({
    month: Month,
    used: Used.extend({
      members: z.number(),
      /** Calendar months from the first day with data until now. */
      historyMonths: z.number(),
    }),
    /** Of the plan; null: there is none, or it has no limits. */
    limits: PlanLimits.nullable(),
    /** Used share of the plan's orders, in percent, rounded down; null: no limit. */
    percent: z.number().nullable(),
  }),
  async run(ctx: BillingContext, { month: asked }) {
    const { billing, queries, organisation, actor, clock } = ctx
    assertSeesAll(actor)
    const month = asked ?? monthOf(clock.now())
    const [used, firstDays, members, account, plans] = await Promise.all([
      countOrders(ctx, { organisation, month }),
      listFirstDays(ctx),
      listMembers(queries, organisation),
      findBillingAccount(queries, organisation),
      billing.plans(),
    ])
    const plan = billing.sells ? plans.find(({ id }) => id === account?.plan) : plans[0]
    return {
      month,
      used: { ...used, members: members.length, historyMonths: countMonths(firstDays, month) },
      limits: plan?.limits ?? null,
      percent: percentOf(used.orders, plan?.limits.ordersPerMonth ?? null),
    }
  },
})

/** The month in UTC: shops at its edges are in the next one or the last for some hours. */
export function monthOf(at: Date): string {
  return dayOf(at, 'Etc/UTC').slice(0, 7)
}

/** Rounded down; null: no limit. */
export function percentOf(orders: number, limit: number | null): number | null {
  return limit === null ? null : Math.floor((orders * 100) / limit)
}

/** What counting takes. */
type Counting = Pick<BillingServices, 'openShop'> & { readonly queries: Db }

/** Counted orders of a calendar month over the shops of an organisation, each in its own zone; made-up shops do not count. */
export async function countOrders(
  { queries, openShop }: Counting,
  { organisation, month }: { readonly organisation: OrganisationId; readonly month: string },
): Promise<z.output<typeof Used>> {
  const from = parseDay(`${month}-01`)
  const to = addDays(addMonths(from, 1), -1)
  const shops: { shop: string; name: string; orders: number }[] = []
  for (const { id, domain, name, isSample } of await listShops(queries, organisation)) {
    if (isSample) continue
    const { totals } = await run(runQuery, await openShop(id), { metrics: ['orders'], from, to })
    shops.push({ shop: domain, name, orders: Number(totals['orders'] ?? 0) })
  }
  return { orders: shops.reduce((sum, { orders }) => sum + orders, 0), shops }
}

async function listFirstDays(context: BillingContext): Promise<Day[]> {
  const days: Day[] = []
  for (const { id, isSample } of await listShops(context.queries, context.organisation)) {
    const day = isSample ? null : await readFirstDay(await context.openShop(id))
    if (day !== null) days.push(day)
  }
  return days
}

function countMonths(firstDays: readonly Day[], until: string): number {
  const [first] = firstDays.toSorted()
  if (first === undefined) return 0
  const [year = 0, month = 0] = until.split('-').map(Number)
  return Math.max(0, (year - Number(first.slice(0, 4))) * 12 + month - Number(first.slice(5, 7)) + 1)
}

function assertSeesAll(actor: Actor): void {
  if ((actor.kind !== 'person' && actor.kind !== 'api_key') || actor.shops === 'all') return
  throw new AppError(
    'forbidden',
    'You see some shops of this organisation only, and its plan counts all of them. Ask an owner.',
  )
}
