import { addMonths, parseDay } from '@tillsight/core/days'
import type { BillingAccountRow } from '@tillsight/database'
import type { BillingServices } from './context.ts'
import type { Plan } from './contract.ts'
import { type BillingMailing, type NamedPlan, tellOwners } from './letters.ts'
import { countOrders, monthOf, percentOf } from './usage.ts'

/** Percent of the plan's orders from which owners are told; the largest that is reached. */
const steps = [
  { percent: 120, kind: 'usage_120' },
  { percent: 100, kind: 'usage_100' },
  { percent: 80, kind: 'usage_80' },
] as const

const noticeMs = 14 * 86_400_000
/** Shops west of UTC are in the month before for some hours, and orders come in late. */
const settledDays = 2

/** What warning takes. */
export interface UsageServices extends BillingMailing, Pick<BillingServices, 'billing' | 'openShop'> {}

/**
 * Tells owners that their plan becomes too small, once a month for each step, and what the next one costs; after two months far above
 * it, asks for a larger one. Nothing is ever stopped or changed because of it.
 */
export async function warnOfUsage(services: UsageServices, account: BillingAccountRow): Promise<void> {
  const plans = await services.billing.plans()
  const index = plans.findIndex(({ id }) => id === account.plan)
  const limit = plans[index]?.limits.ordersPerMonth ?? null
  if (limit === null || (account.status !== 'active' && account.status !== 'trialing')) return
  const next = nextPlan(plans.slice(index + 1), limit)
  const { organisationId: organisation } = account
  const now = services.clock.now()
  const month = monthOf(now)
  const { orders } = await countOrders(services, { organisation, month })
  const step = steps.find(({ percent }) => (percentOf(orders, limit) ?? 0) >= percent)
  if (step) {
    const usage = { month, orders, limit }
    const notice = { organisation, kind: step.kind, episode: `${month} ${account.plan}` }
    await tellOwners(services, notice, { kind: step.kind, at: null, usage, next })
  }
  if (now.getUTCDate() > settledDays) await askForLarger(services, account, { month, limit, next })
}

/** After two whole months above 120 %. */
async function askForLarger(
  services: UsageServices,
  { organisationId: organisation, plan }: BillingAccountRow,
  { month, limit, next }: { readonly month: string; readonly limit: number; readonly next: NamedPlan | null },
): Promise<void> {
  const [last, before] = [-1, -2].map((months) => addMonths(parseDay(`${month}-01`), months).slice(0, 7))
  if (last === undefined || before === undefined || next === null) return
  const [one, other] = await Promise.all(
    [last, before].map((each) => countOrders(services, { organisation, month: each })),
  )
  const isAbove = (orders = 0) => (percentOf(orders, limit) ?? 0) > 120
  if (!one || !isAbove(one.orders) || !isAbove(other?.orders)) return
  const at = new Date(services.clock.now().getTime() + noticeMs)
  const notice = { organisation, kind: 'larger_plan', episode: `${last} ${plan}` }
  await tellOwners(services, notice, {
    kind: 'larger_plan',
    at,
    usage: { month: last, orders: one.orders, limit },
    next,
  })
}

/** The first plan that is meant for more orders and sold. */
function nextPlan(larger: readonly Plan[], limit: number): NamedPlan | null {
  for (const { name, prices, limits } of larger) {
    if (limits.ordersPerMonth !== null && limits.ordersPerMonth <= limit) continue
    if (prices.month) return { name, price: prices.month, interval: 'month' }
    if (prices.year) return { name, price: prices.year, interval: 'year' }
  }
  return null
}
