import { AppError, type Clock, type OrganisationId, type ShopId } from '@tillsight/core'
import { type BillingAccountRow, type Database, findBillingAccount } from '@tillsight/database'
import type { Context, Log, ShopContext } from '../context/index.ts'
import type { Billing, OwnSubscription, Plan, PlanChoice } from './contract.ts'

/** Where a browser returns to from the payment service. */
export interface BillingPages {
  /** After a purchase; `{session}` stands for its id. */
  readonly doneUrl: string
  readonly backUrl: string
}

/** What verbs of billing need from outside. */
export interface BillingServices {
  readonly billing: Billing
  /** The pages of a shop of the organisation, or those of the account. */
  billingPages(organisation: OrganisationId, shop: ShopId | null): BillingPages
  /** Opens a shop of any organisation, as the installation itself. */
  openShop(shop: ShopId): Promise<ShopContext>
}

/** The context of verbs on what an organisation pays for. */
export interface BillingContext extends Context, BillingServices {}

/** What following the payment service takes. */
export interface FollowServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly billing: Billing
}

/** The plan that was chosen, sold at this interval. Throws `invalid_input`. */
export async function findPlan(billing: Billing, { plan: id, interval }: PlanChoice): Promise<Plan> {
  const plans = await billing.plans()
  const plan = plans.find((one) => one.id === id)
  if (!plan) {
    const known = plans.map((one) => one.id).join(', ')
    throw new AppError('invalid_input', `There is no plan “${id.slice(0, 40)}”. There are: ${known}.`, {
      problems: { plan: `There is no such plan. There are: ${known}.` },
    })
  }
  if (plan.prices[interval] === null) {
    const other = interval === 'month' ? 'year' : 'month'
    throw new AppError('invalid_input', `${plan.name} is not sold by the ${interval}. Choose it by the ${other}.`, {
      problems: { interval: `It is not sold by the ${interval}.` },
    })
  }
  return plan
}

/** The account with its subscription, as long as that can be changed. Throws `conflict`. */
export async function ownSubscription({ queries, organisation }: Pick<Context, 'queries' | 'organisation'>): Promise<{
  readonly account: BillingAccountRow
  readonly own: OwnSubscription
}> {
  const account = await findBillingAccount(queries, organisation)
  if (!account?.subscriptionId || account.customerGone || account.status === null || account.status === 'canceled') {
    throw new AppError('conflict', 'There is no subscription to change. Choose a plan first.')
  }
  return { account, own: { customer: account.customerId, subscription: account.subscriptionId } }
}
