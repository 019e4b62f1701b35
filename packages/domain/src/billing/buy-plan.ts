import { AppError, type ShopId } from '@tillsight/core'
import {
  type BillingAccountRow,
  findBillingAccount,
  findPerson,
  listMembers,
  listShops,
  readOrganisation,
  saveBillingCustomer,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { type Context, defineVerb } from '../context/index.ts'
import { type BillingContext, findPlan } from './context.ts'
import { Invoice, PlanChoice } from './contract.ts'
import { followCustomer } from './follow-customer.ts'
import { assertSells } from './no-billing.ts'
import { mayBuy, SubscriptionView, viewSubscription } from './show-billing.ts'

const Place = z.object({
  /** The shop, by domain or id, on whose pages the browser goes on afterwards; those of the account when absent. */
  shop: z.string().max(255).optional(),
})

const Page = z.object({ url: z.string() })

/**
 * The page of the payment service where a plan is bought. Throws `invalid_input` for a plan that is not sold, `conflict` while another
 * subscription goes on.
 */
export const checkout = defineVerb({
  name: 'billing.checkout',
  needs: 'billing:write',
  access: 'work',
  input: Place.extend(PlanChoice.shape),
  output: Page,
  async run(ctx: BillingContext, { shop, ...choice }) {
    const { billing, organisation, clock } = ctx
    assertSells(billing)
    await findPlan(billing, choice)
    const pages = await pagesOf(ctx, shop)
    const account = await ownCustomer(ctx)
    if (!mayBuy(account)) {
      throw new AppError(
        'conflict',
        'This organisation has a subscription already. Change its plan instead of buying another one.',
      )
    }
    const { url } = await billing.checkout({
      ...choice,
      ...pages,
      organisation,
      customer: account.customerId,
      hasTrial: !account.hadSubscription,
      now: clock.now(),
    })
    await record(ctx, 'billing.checkout', choice.plan)
    return { url }
  },
})

/**
 * What the return from a purchase finds: asks the payment service, and grants nothing by itself. `isSettled`: the purchase is done; if
 * not, the payment service tells when it is. Throws `not_found` for a purchase of somebody else.
 */
export const confirmCheckout = defineVerb({
  name: 'billing.confirm',
  needs: 'billing:write',
  access: 'work',
  input: z.object({ session: z.string().min(1).max(255) }),
  output: z.object({ isSettled: z.boolean(), subscription: SubscriptionView.nullable() }),
  async run(ctx: BillingContext, { session }) {
    const { billing, organisation } = ctx
    const account = await findBillingAccount(ctx.queries, organisation)
    if (!account || (await billing.customerOf(session)) !== account.customerId) {
      throw new AppError(
        'not_found',
        'This purchase is none of this organisation. Open the page of its plan to see what it has.',
      )
    }
    const now = await followCustomer(ctx, organisation)
    const subscription = now ? viewSubscription(now) : null
    return { isSettled: subscription !== null && subscription.status !== 'incomplete', subscription }
  },
})

/** The page of the payment service where ways to pay are changed and invoices paid. Throws `conflict` before the first purchase. */
export const openPortal = defineVerb({
  name: 'billing.portal',
  needs: 'billing:write',
  access: 'work',
  input: Place,
  output: Page,
  async run(ctx: BillingContext, { shop }) {
    assertSells(ctx.billing)
    const { backUrl } = await pagesOf(ctx, shop)
    const account = await findBillingAccount(ctx.queries, ctx.organisation)
    if (!account || account.customerGone) {
      throw new AppError(
        'conflict',
        'Nothing was bought yet, so there is no way to pay to change. Choose a plan first.',
      )
    }
    const { url } = await ctx.billing.portal(account.customerId, backUrl)
    await record(ctx, 'billing.portal', null)
    return { url }
  },
})

/** Invoices of the organisation, the newest first. */
export const listInvoices = defineVerb({
  name: 'billing.invoices',
  needs: 'billing:write',
  access: 'read',
  input: z.object({ cursor: z.string().max(255).optional() }),
  output: z.object({ items: z.array(Invoice), next: z.string().nullable() }),
  async run({ billing, queries, organisation }: BillingContext, { cursor }) {
    const account = await findBillingAccount(queries, organisation)
    if (!account || !billing.sells) return { items: [], next: null }
    const { items, next } = await billing.invoices(account.customerId, cursor ?? null)
    return { items: [...items], next }
  },
})

/** The organisation as a customer; made one when it is none. */
async function ownCustomer(ctx: BillingContext): Promise<BillingAccountRow> {
  const { billing, organisation, queries, clock } = ctx
  const known = await findBillingAccount(queries, organisation)
  // What was bought a moment ago may not have been told yet: nobody buys twice.
  if (known && !known.customerGone) return (await followCustomer(ctx, organisation)) ?? known
  const { name } = await readOrganisation(queries, organisation)
  const customerId = await billing.createCustomer({
    id: organisation,
    name,
    email: await addressOf(ctx),
    replaces: known?.customerId ?? null,
  })
  await saveBillingCustomer(queries, { organisationId: organisation, customerId, createdAt: clock.now() })
  const made = await findBillingAccount(queries, organisation)
  if (made) return made
  throw new AppError('not_found', 'This organisation does not exist any more.')
}

/** Where invoices go: to whoever buys, or the first owner. Empty: nobody has an address. */
async function addressOf({ actor, queries, organisation }: Context): Promise<string> {
  const owners = (await listMembers(queries, organisation)).filter(({ role }) => role === 'owner')
  const buyer = owners.find(({ personId }) => actor.kind === 'person' && personId === actor.id) ?? owners[0]
  const person = buyer && (await findPerson(queries, buyer.personId))
  return person?.email ?? ''
}

/** Where the browser goes on: never elsewhere than here. Throws `not_found` for a shop of somebody else. */
async function pagesOf(ctx: BillingContext, name: string | undefined) {
  return ctx.billingPages(ctx.organisation, name === undefined ? null : await findOwnShop(ctx, name))
}

async function findOwnShop({ queries, organisation }: Context, name: string): Promise<ShopId> {
  const shop = (await listShops(queries, organisation)).find(({ id, domain }) => id === name || domain === name)
  if (shop) return shop.id
  throw new AppError('not_found', `There is no shop “${name.slice(0, 60)}” in this organisation.`)
}

/** Writes down what was asked of the payment service. */
export async function record(
  ctx: Context,
  action: 'billing.checkout' | 'billing.portal' | 'billing.change' | 'billing.cancel' | 'billing.resume',
  plan: string | null,
): Promise<void> {
  const { name } = await readOrganisation(ctx.queries, ctx.organisation)
  await recordAudit(ctx, {
    action,
    target: { kind: 'organisation', id: ctx.organisation, name },
    ...(plan === null ? {} : { changes: [{ field: 'plan', before: null, after: plan }] }),
  })
}
