// The largest query of a shop's summary page: a year by day with the year before, all store stats.

import { addDays, type DayRange, dayOf } from '@tillsight/core/days'
import type { MetricAnswer } from '@tillsight/domain'
import { compareRange } from '@tillsight/metrics'
import { z } from 'zod'
import type { Door } from './door.ts'
import { lastDay, zone } from './facts.ts'

export const storeStats = [
  'trueaov',
  'aov',
  'sales',
  'orders',
  'returns',
  'orderRevenue',
  'newCustomers',
  'grossSales',
  'newCustomerRevenue',
  'paidOrders',
  'taxes',
  'returningCustomerRevenue',
  'saleTaxes',
  'returningCustomers',
  'newCustomerOrders',
  'discounts',
  'unitsSold',
] as const

/** The year and its comparison. */
export interface Ranges {
  readonly now: DayRange
  readonly before: DayRange
}

/** The last 365 whole days and as many before them. */
export function yearRanges(): Ranges {
  const to = lastDay()
  const now = { from: addDays(to, -364), to }
  return { now, before: compareRange(now, 'previous_period') }
}

/** Asks over HTTP as any client of the API does. From the second time on the product remembers the answer. */
export async function ask(
  { address, bearer }: Pick<Door, 'address' | 'bearer'>,
  domain: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<MetricAnswer> {
  const { from, to } = yearRanges().now
  const response = await fetch(`${address}/api/v1/shops/${domain}/metrics/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ metrics: storeStats, from, to, interval: 'day', compare: 'previous_period', ...more }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`The product answered ${response.status}: ${JSON.stringify(body)}`)
  // Safe because the API's own schema serialised it; parsing it here would add time that clients do not need.
  return body as MetricAnswer
}

let asked = 0

/** The same figures in an order in which nobody has asked for them: as much work, and nothing that is remembered. */
export async function askAnew(
  door: Pick<Door, 'address' | 'bearer'>,
  domain: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<MetricAnswer> {
  return await ask(door, domain, { ...more, metrics: inNewOrder(storeStats) })
}

/** The metrics in an order that was not asked for before, as long as there is one. */
export function inNewOrder(metrics: readonly string[]): readonly string[] {
  asked += 1
  return permutationOf(metrics, asked)
}

/** The order of this number; 17 stats have more orders than any run has rounds. */
function permutationOf<T>(items: readonly T[], number: number): readonly T[] {
  const left = [...items]
  let rest = number
  return items.flatMap(() => {
    const at = rest % left.length
    rest = Math.floor(rest / left.length)
    return left.splice(at, 1)
  })
}

const Totals = z.object({ orders: z.coerce.number(), grossSales: z.coerce.number(), newCustomers: z.coerce.number() })
/** What a shop has sold in all. */
export type Totals = z.infer<typeof Totals>

/** All-time figures of a shop; none, and the reason on the screen, when there is no answer. */
export async function totalsOf(door: Pick<Door, 'address' | 'bearer'>, domain: string): Promise<Partial<Totals>> {
  const today = dayOf(new Date(), zone)
  const range = { from: addDays(today, -1500), to: today, interval: undefined, compare: undefined }
  try {
    return Totals.parse((await ask(door, domain, { metrics: Object.keys(Totals.shape), ...range })).totals)
  } catch (error) {
    process.stderr.write(`    ${String(error)}\n`)
    return {}
  }
}

/** A filter that includes every order but rules out the daily summary. */
export const keepsEverything = { filters: [{ dimension: 'country', operator: 'is_not', values: ['ZZ'] }] }
