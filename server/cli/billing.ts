import { compareBilling, type OrganisationVerbs, type RunVerb, type VerbOutput } from '@tillsight/domain'
import type { Command } from 'commander'
import { organisationRunner } from '../people-verbs.ts'
import { print, toTable } from './output.ts'
import { addShopCommand, type CommonOptions, withRuntime, withShop } from './session.ts'

interface BillingOptions extends CommonOptions {
  readonly shop: string
}

interface UsageOptions extends BillingOptions {
  readonly month?: string
}

interface CancelOptions extends BillingOptions {
  readonly reason?: string
}

/** Adds `billing show`, `usage`, `invoices`, `cancel`, `resume` and `compare`. */
export function addBillingCommands(program: Command): void {
  const group = program.command('billing').description('what the organisation of a shop pays for')
  const ofShop = (name: string, description: string) => addShopCommand(group, name, description)
  ofShop('show', 'its plan, and what it may do').action(show)
  ofShop('usage', 'counted orders of a month over its shops, and the limit of its plan')
    .option('--month <month>', 'such as 2026-11; this month when absent')
    .action(usage)
  ofShop('invoices', 'its latest invoices').action(invoices)
  ofShop('cancel', 'end its subscription at the end of the period')
    .option('--reason <text>', 'why, for the payment service')
    .action(cancel)
  ofShop('resume', 'take back that its subscription ends or becomes smaller').action(resume)
  group
    .command('compare')
    .description('ask the payment service about every organisation now, as happens each night')
    .option('--json', 'print JSON')
    .action(compare)
}

async function withBilling(
  name: string,
  domain: string,
  work: (run: RunVerb<OrganisationVerbs>) => Promise<void>,
): Promise<void> {
  await withShop({ name: `billing ${name}`, domain }, async ({ runtime, ctx }) => {
    const { actor, organisation, db, queries, clock, log } = ctx
    await work(organisationRunner(runtime, { actor, organisation, db, queries, clock, log }))
  })
}

async function show({ shop, ...options }: BillingOptions): Promise<void> {
  await withBilling('show', shop, async (run) => {
    const billing = await run('billing.show')
    print({ json: billing, text: describe(billing) }, options)
  })
}

type Shown = VerbOutput<OrganisationVerbs['billing.show']>

function describe({ sells, plan, subscription, access }: Shown): string {
  if (!sells) return 'Nothing is sold here: everything is open to everybody, without limit.'
  const name = plan?.name ?? 'No plan'
  const until = subscription?.currentPeriodEnd ? `, until ${dayOf(subscription.currentPeriodEnd)}` : ''
  const status = subscription ? ` (${subscription.status}${until})` : ''
  const end = subscription?.cancelAtPeriodEnd ? ' It ends then.' : ''
  const next = subscription?.nextPlan ? ` Then: ${subscription.nextPlan}.` : ''
  return `${name}${status}.${end}${next} ${describeAccess(access)}`
}

function describeAccess({ kind, problem, until, since, readsUntil }: Shown['access']): string {
  if (kind === 'full') return 'Everything is open.'
  if (kind === 'warned') return `Everything is open until ${dayOf(until)} (${problem}).`
  return `Read only since ${dayOf(since)} (${problem}); platforms are read until ${dayOf(readsUntil)}.`
}

async function usage({ shop, month, ...options }: UsageOptions): Promise<void> {
  await withBilling('usage', shop, async (run) => {
    const result = await run('billing.usage', month === undefined ? {} : { month })
    const { used, limits, percent } = result
    const limit = limits?.ordersPerMonth == null ? 'no limit' : `${percent} % of ${limits.ordersPerMonth}`
    const rows = used.shops.map(({ shop: domain, orders }) => [domain, String(orders)])
    const text = `${result.month}: ${used.orders} orders (${limit}), ${used.members} members\n${toTable(['shop', 'orders'], rows)}`
    print({ json: result, text }, options)
  })
}

async function invoices({ shop, ...options }: BillingOptions): Promise<void> {
  await withBilling('invoices', shop, async (run) => {
    const { items } = await run('billing.invoices')
    const rows = items.map(({ id, number, at, status, total }) => [
      number ?? id,
      dayOf(at),
      status,
      `${total.amount} ${total.currency}`,
    ])
    const text = rows.length === 0 ? 'There are no invoices.' : toTable(['number', 'day', 'status', 'total'], rows)
    print({ json: items, text }, options)
  })
}

async function cancel({ shop, reason = '', ...options }: CancelOptions): Promise<void> {
  await withBilling('cancel', shop, async (run) => {
    const { subscription } = await run('billing.cancel', { reason })
    const when = dayOf(subscription?.currentPeriodEnd ?? null)
    print({ json: subscription, text: `The subscription ends on ${when}. Until then everything goes on.` }, options)
  })
}

async function resume({ shop, ...options }: BillingOptions): Promise<void> {
  await withBilling('resume', shop, async (run) => {
    const { subscription } = await run('billing.resume')
    print({ json: subscription, text: `The subscription goes on (${subscription?.status ?? 'none'}).` }, options)
  })
}

async function compare(options: CommonOptions): Promise<void> {
  await withRuntime('billing compare', async (runtime) => {
    const { sync, billing } = runtime
    await compareBilling({ ...sync, billing })
    const text = billing.sells ? 'What every organisation pays for was asked anew.' : 'Nothing is sold here.'
    print({ json: { compared: billing.sells }, text }, options)
  })
}

function dayOf(instant: string | null): string {
  return instant === null ? 'an unknown day' : `${instant.slice(0, 10)} (UTC)`
}
