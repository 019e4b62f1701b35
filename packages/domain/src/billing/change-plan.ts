import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { record } from './buy-plan.ts'
import { type BillingContext, findPlan, ownSubscription } from './context.ts'
import { BillingAmount, type Plan, PlanChoice, PlanInterval } from './contract.ts'
import { followCustomer } from './follow-customer.ts'
import { assertSells } from './no-billing.ts'
import { SubscriptionView, viewSubscription } from './show-billing.ts'

/** When a change happens: larger plans at once, smaller ones at the end of the period. */
const When = z.enum(['now', 'period_end'])

const Changed = z.object({ subscription: SubscriptionView.nullable() })

/**
 * What changing to the plan would mean: larger ones at once, with what is charged for the rest of the period; smaller ones at its end.
 * Throws `invalid_input`, and `conflict` where there is nothing to change.
 */
export const previewPlanChange = defineVerb({
  name: 'billing.preview_change',
  needs: 'billing:write',
  access: 'read',
  input: PlanChoice,
  output: z.object({
    when: When,
    /** When it happens, and for `now` what the amount was worked out for: to be given back with the change. */
    at: z.iso.datetime().nullable(),
    /** Charged at once; negative: credited. Null: nothing is charged before the next invoice. */
    due: BillingAmount.nullable(),
  }),
  async run(ctx: BillingContext, choice) {
    const { own, account, when } = await readChange(ctx, choice)
    if (when === 'period_end') return { when, at: account.periodEnd?.toISOString() ?? null, due: null }
    const { due, at } = await ctx.billing.previewChange(own, choice)
    return { when, at: at.toISOString(), due }
  },
})

/** How old a preview may be that is still charged as it was shown. */
const previewMs = 30 * 60_000

/**
 * Changes the plan, as previewed. Throws `invalid_input`, and `conflict` where there is nothing to change, the payment fails, or the
 * preview is too old.
 */
export const changePlan = defineVerb({
  name: 'billing.change',
  needs: 'billing:write',
  access: 'work',
  input: PlanChoice.extend({
    /** `at` of the preview, for a change that is charged at once. */
    at: z.iso.datetime().nullable().default(null),
  }),
  output: Changed,
  async run(ctx: BillingContext, { at: shownAt, ...choice }) {
    const { own, when } = await readChange(ctx, choice)
    const at = shownAt === null ? null : new Date(shownAt)
    const age = at === null ? 0 : ctx.clock.now().getTime() - at.getTime()
    if (when === 'now' && (age > previewMs || age < -previewMs)) {
      throw new AppError(
        'conflict',
        'What was shown to be charged is too old. Look at the amount again, then change the plan.',
      )
    }
    if (when === 'now') await ctx.billing.changeNow(own, { ...choice, at })
    else await ctx.billing.changeLater(own, choice)
    await record(ctx, 'billing.change', choice.plan)
    return showNow(ctx)
  },
})

/** Ends the subscription at the end of its period. Throws `conflict` where there is none. */
export const cancelPlan = defineVerb({
  name: 'billing.cancel',
  needs: 'billing:write',
  access: 'work',
  input: z.object({ reason: z.string().trim().max(500).default('') }),
  output: Changed,
  async run(ctx: BillingContext, { reason }) {
    assertSells(ctx.billing)
    const { own } = await ownSubscription(ctx)
    await ctx.billing.cancel(own, reason)
    await record(ctx, 'billing.cancel', null)
    return showNow(ctx)
  },
})

/** Takes back that the subscription ends or becomes smaller, or goes on after a trial that ended without a way to pay. */
export const resumePlan = defineVerb({
  name: 'billing.resume',
  needs: 'billing:write',
  access: 'work',
  input: z.object({}),
  output: Changed,
  async run(ctx: BillingContext) {
    assertSells(ctx.billing)
    const { own } = await ownSubscription(ctx)
    await ctx.billing.resume(own)
    await record(ctx, 'billing.resume', null)
    return showNow(ctx)
  },
})

async function showNow(ctx: BillingContext): Promise<z.output<typeof Changed>> {
  const account = await followCustomer(ctx, ctx.organisation)
  return { subscription: account ? viewSubscription(account) : null }
}

async function readChange(ctx: BillingContext, choice: PlanChoice) {
  const { billing } = ctx
  assertSells(billing)
  const to = await findPlan(billing, choice)
  const { account, own } = await ownSubscription(ctx)
  if (account.status !== 'trialing' && account.status !== 'active') {
    throw new AppError('conflict', 'The plan can be changed once its invoices are paid. Pay them first.')
  }
  const interval = PlanInterval.safeParse(account.priceInterval).data ?? null
  if (account.plan === to.id && interval === choice.interval) {
    throw new AppError('conflict', `This organisation has ${to.name} already. Nothing was changed.`)
  }
  const from = (await billing.plans()).find(({ id }) => id === account.plan)
  const isNow = account.status === 'trialing' || isLarger({ from, interval }, { to, interval: choice.interval })
  return { own, account, when: isNow ? ('now' as const) : ('period_end' as const) }
}

/** Whether more is paid for, or for longer: the price of a month tells plans apart. */
function isLarger(
  { from, interval }: { readonly from: Plan | undefined; readonly interval: PlanInterval | null },
  { to, interval: next }: { readonly to: Plan; readonly interval: PlanInterval },
): boolean {
  // What is not among the plans any more is replaced at once.
  if (!from) return true
  if (from.id === to.id) return interval === 'month' && next === 'year'
  return monthly(to) > monthly(from)
}

/** What a month costs, for comparing plans of one installation only. */
function monthly({ prices: { month, year } }: Plan): number {
  return month === null ? Number(year?.amount ?? 0) / 12 : Number(month.amount)
}
