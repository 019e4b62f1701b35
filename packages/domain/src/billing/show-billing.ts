import type { OrganisationId } from '@tillsight/core'
import { type BillingAccountRow, type Db, findBillingAccount } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, permissionsOf } from '../context/index.ts'
import { type PlanAccess, readAccessSince, readSellingSince } from '../plan-access.ts'
import type { BillingContext } from './context.ts'
import { Plan, PlanInterval, subscriptionStatuses } from './contract.ts'

/** What an organisation has bought. */
export const SubscriptionView = z.object({
  /** Id of the plan; null: a price that no plan here has. */
  plan: z.string().nullable(),
  interval: PlanInterval.nullable(),
  /** `incomplete`: a purchase waits for its first payment. */
  status: z.enum([...subscriptionStatuses, 'incomplete']),
  currentPeriodEnd: z.iso.datetime().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  trialEnd: z.iso.datetime().nullable(),
  /** Id of the plan from the end of the period on, if it is another one. */
  nextPlan: z.string().nullable(),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

/** What an organisation may do by the way it pays. */
const AccessView = z.object({
  /** `warned`: everything until `until`; `read_only`: nothing new since `since`, and platforms are read until `readsUntil`. */
  kind: z.enum(['full', 'warned', 'read_only']),
  problem: z.enum(['choose_plan', 'finish_payment', 'past_due', 'unpaid', 'paused', 'canceled']).nullable(),
  until: z.iso.datetime().nullable(),
  since: z.iso.datetime().nullable(),
  readsUntil: z.iso.datetime().nullable(),
})

const Standing = z.object({
  /** Whether plans are sold here; if not, everything else says that there is no limit. */
  sells: z.boolean(),
  subscription: SubscriptionView.nullable(),
  access: AccessView,
})

/** What the organisation may do, for a banner on any page; read from here, without asking the payment service. */
export const showStanding = defineVerb({
  name: 'billing.standing',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: Standing,
  run: readStanding,
})

async function readStanding({ queries, organisation, clock }: Context): Promise<z.output<typeof Standing>> {
  const sellingSince = await readSellingSince(queries)
  const sells = sellingSince !== null
  const account = sells ? await findBillingAccount(queries, organisation) : undefined
  return {
    sells,
    subscription: account ? viewSubscription(account) : null,
    access: viewAccess(await readAccessSince(queries, organisation, { sellingSince, now: clock.now() })),
  }
}

/** The organisation's plan, all plans with their prices, and what can be done about it. */
export const showBilling = defineVerb({
  name: 'billing.show',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: Standing.extend({
    /** Name of the payment service; `none`: nothing is sold. */
    provider: z.string(),
    /** The plan that counts now; null: none was chosen. */
    plan: Plan.nullable(),
    plans: z.array(Plan),
    /** Whether the actor may buy, change and cancel. */
    mayChange: z.boolean(),
    /** What can be done now: a purchase, a change of what was bought, or taking back what ends it. */
    can: z.object({
      buy: z.boolean(),
      change: z.boolean(),
      cancel: z.boolean(),
      resume: z.boolean(),
      portal: z.boolean(),
    }),
    /** Whether a purchase now begins with 14 days that cost nothing. */
    hasTrial: z.boolean(),
  }),
  async run(ctx: BillingContext) {
    const { billing, queries, organisation, actor } = ctx
    const [standing, plans, account] = await Promise.all([
      readStanding(ctx),
      billing.plans(),
      findBillingAccount(queries, organisation),
    ])
    const plan = billing.sells ? plans.find(({ id }) => id === account?.plan && isRunning(account)) : plans[0]
    return {
      ...standing,
      provider: billing.provider,
      plan: plan ?? null,
      plans: [...plans],
      mayChange: permissionsOf(actor).includes('billing:write'),
      can: billing.sells ? possibilities(account) : nothing,
      hasTrial: billing.sells && !account?.hadSubscription,
    }
  },
})

const nothing = { buy: false, change: false, cancel: false, resume: false, portal: false }

/** Whether the subscription gives its plan. */
function isRunning({ status }: BillingAccountRow): boolean {
  return status !== null && status !== 'canceled'
}

/** Whether a plan can be bought: not while another subscription goes on. */
export function mayBuy(account: BillingAccountRow | undefined): boolean {
  return !account || account.status === null || account.status === 'canceled' || account.status === 'paused'
}

function possibilities(account: BillingAccountRow | undefined) {
  if (!account || account.status === null) return { ...nothing, buy: true, portal: account?.customerGone === false }
  const isOver = account.status === 'canceled'
  const ends = account.cancelAtPeriodEnd || account.nextPlan !== null
  return {
    buy: mayBuy(account),
    change: ['trialing', 'active'].includes(account.status),
    cancel: !isOver && !account.cancelAtPeriodEnd,
    resume: !isOver && (ends || account.status === 'paused'),
    portal: !account.customerGone,
  }
}

/** What is stored of a subscription, as it is shown; null: there is none, and none is being bought. */
export function viewSubscription(account: BillingAccountRow): SubscriptionView | null {
  const { plan, priceInterval, status, periodEnd, cancelAtPeriodEnd, trialEnd, nextPlan, unfinished } = account
  if (status === null && !unfinished) return null
  return {
    plan,
    interval: PlanInterval.safeParse(priceInterval).data ?? null,
    status: SubscriptionView.shape.status.safeParse(status).data ?? 'incomplete',
    currentPeriodEnd: periodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
    trialEnd: trialEnd?.toISOString() ?? null,
    nextPlan,
  }
}

function viewAccess(access: PlanAccess): z.output<typeof AccessView> {
  const none = { problem: null, until: null, since: null, readsUntil: null }
  switch (access.kind) {
    case 'full':
      return { kind: 'full', ...none }
    case 'warned':
      return { kind: 'warned', ...none, problem: access.problem, until: access.until.toISOString() }
    case 'read_only':
      return {
        kind: 'read_only',
        ...none,
        problem: access.problem,
        since: access.since.toISOString(),
        readsUntil: access.readsUntil.toISOString(),
      }
  }
}

/** The plan of an organisation by its id, for administrators; null: nothing is sold, or none was chosen. */
export async function planOf(queries: Db, organisation: OrganisationId): Promise<string | null> {
  if ((await readSellingSince(queries)) === null) return null
  const account = await findBillingAccount(queries, organisation)
  return account && isRunning(account) ? account.plan : null
}

/** Subscriptions of organisations by their ids, as shops show them; none where nothing is sold. */
export async function subscriptionsOf(
  queries: Db,
  organisations: readonly OrganisationId[],
): Promise<ReadonlyMap<OrganisationId, SubscriptionView>> {
  const found = new Map<OrganisationId, SubscriptionView>()
  if ((await readSellingSince(queries)) === null) return found
  for (const organisation of new Set(organisations)) {
    const account = await findBillingAccount(queries, organisation)
    const view = account && viewSubscription(account)
    if (view) found.set(organisation, view)
  }
  return found
}
