import { type Amount, addAmounts, amountText, negateAmount, parseAmount, subtractAmounts } from '@tillsight/core'
import type { LedgerRow } from '../ledger/index.ts'
import type { OrderProfit } from './outputs.ts'

/** From what the buyer paid to what is left, from all ledger rows of an order (costs §10; the ladder of metrics.md §6.1). */
export function profitOf(rows: readonly LedgerRow[]): OrderProfit {
  const sum = (of: (row: LedgerRow) => Amount, counts: (row: LedgerRow) => boolean = () => true): Amount =>
    addAmounts(...rows.filter(counts).map(of))
  const costs = {
    cogs: sum(({ cost }) => parseAmount(cost)),
    handlingCost: sum(({ handling }) => parseAmount(handling)),
    shippingCost: sum(({ shipping_cost }) => parseAmount(shipping_cost)),
    gatewayFees: sum(({ fee }) => parseAmount(fee)),
    returnCosts: sum(({ return_cost }) => parseAmount(return_cost)),
    orderExpenses: sum(({ order_expense }) => parseAmount(order_expense)),
  }
  const netRevenue = sum(netOf, isRevenue)
  const amounts = {
    paid: sum(withTax, ({ side }) => side === 'sale'),
    returned: negateAmount(sum(withTax, ({ side }) => side === 'return')),
    tax: sum(({ tax }) => parseAmount(tax)),
    notRevenue: sum(netOf, (row) => !isRevenue(row)),
    netRevenue,
    ...costs,
    cm2: subtractAmounts(netRevenue, ...Object.values(costs)),
  }
  const printed = Object.entries(amounts).map(([name, amount]) => [name, amountText(amount)] as const)
  return { ...(Object.fromEntries(printed) as Record<keyof typeof amounts, string>), bound: boundOf(rows) }
}

function netOf({ gross, discount }: LedgerRow): Amount {
  return subtractAmounts(parseAmount(gross), parseAmount(discount))
}

function withTax(row: LedgerRow): Amount {
  return addAmounts(netOf(row), parseAmount(row.tax))
}

/** Gift cards are owed and tips are passed on (metrics.md §1.6). */
function isRevenue({ line_type }: LedgerRow): boolean {
  return line_type !== 'gift_card' && line_type !== 'tip'
}

function boundOf(rows: readonly LedgerRow[]): OrderProfit['bound'] {
  const states = rows.flatMap((row) => [row.goods_state, row.fees_state, row.shipping_state])
  if (states.includes('unknown')) return 'at_most'
  return states.includes('assumed') ? 'about' : 'exact'
}
