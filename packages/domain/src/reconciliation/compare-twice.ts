import { addAmounts, parseAmount, subtractAmounts } from '@tillsight/core'
import type { ReportLookup, ReportTerms } from '@tillsight/platforms/connectors'
import type { ShopContext } from '../context/index.ts'
import { readGiftCardPayments } from '../ledger/index.ts'
import { type Comparison, compareReports } from './compare.ts'
import { magnitude } from './compare-order.ts'
import type { DayComparison } from './model.ts'
import { readOwnTotals } from './own-side.ts'

/** How more is learnt about single orders. */
interface Look {
  readonly terms: ReportTerms
  /** The platform's rows of orders, on whatever day. */
  readonly find: (orderIds: readonly string[]) => Promise<readonly ReportLookup[]>
}

/**
 * Orders that differ are looked at once more: amounts with what their records say of gift cards, and what only one side
 * gave back with all days of the order, of which some are outside of the range.
 */
export async function compareTwice(ctx: ShopContext, comparison: Comparison, look: Look): Promise<DayComparison[]> {
  const compared = compareReports(comparison)
  const orders = compared.flatMap((day) => day.orders)
  const amounts = idsOf(orders.filter(({ cause }) => cause === 'amount'))
  const moved = idsOf(
    orders.filter(({ cause, ours, theirs }) => cause === 'refund' && (ours === null || theirs === null)),
  )
  if (amounts.length === 0 && moved.length === 0) return compared
  const paid = amounts.length === 0 ? new Map<string, never>() : await readGiftCardPayments(ctx, amounts)
  const same = await findSameInAll(ctx, { ...look, ids: moved, coin: comparison.coin })
  const findings = {
    ...comparison.findings,
    paidByCard: (orderId: string) => paid.get(orderId),
    sameInAll: (orderId: string) => same.has(orderId),
  }
  return compareReports({ ...comparison, findings })
}

function idsOf(orders: readonly { readonly orderId: string }[]): string[] {
  return [...new Set(orders.map(({ orderId }) => orderId))]
}

/** The orders that come to the same on both sides when all their days are taken together. */
async function findSameInAll(
  ctx: ShopContext,
  { ids, coin, terms, find }: Look & { readonly ids: readonly string[]; readonly coin: Comparison['coin'] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const [lookups, own] = await Promise.all([find(ids), readOwnTotals(ctx, ids, terms)])
  const same = lookups.flatMap(({ orderId, rows }) => {
    const ours = own.get(orderId)
    if (!ours || rows.length === 0) return []
    const total = subtractAmounts(addAmounts(...rows.map((row) => parseAmount(row.total))), ours.total)
    const net = subtractAmounts(addAmounts(...rows.map((row) => parseAmount(row.net))), ours.net)
    const counted = rows.reduce((sum, { orders }) => sum + orders, 0)
    return counted === ours.orders && magnitude(total) <= coin && magnitude(net) <= coin ? [orderId] : []
  })
  return new Set(same)
}
