// What the demo shop's figures must be, counted straight from its plain history by rules of its own.
// Must not know the product's ledger, metrics or money code: that is what makes it a check.
import type { StoreOrder, StoreRefund } from '@tillsight/connectors/sandbox'
import { toLocal } from './local-time.ts'
import { demoShopRules, demoShopSite } from './shop/index.ts'

/** The seventeen store stats of a period. Money in millionths of a euro; averages are null without orders. */
interface ExpectedStats {
  readonly grossSales: bigint
  readonly discounts: bigint
  readonly orderRevenue: bigint
  readonly returns: bigint
  readonly sales: bigint
  readonly saleTaxes: bigint
  readonly taxes: bigint
  readonly orders: number
  readonly paidOrders: number
  readonly aov: bigint | null
  readonly trueaov: bigint | null
  readonly unitsSold: number
  readonly newCustomers: number
  readonly newCustomerOrders: number
  readonly newCustomerRevenue: bigint
  readonly returningCustomers: number
  readonly returningCustomerRevenue: bigint
}

/** The figures of the whole history, of its months, and of any range of days (both ends included). */
interface Expected {
  readonly total: ExpectedStats
  readonly months: ReadonlyMap<string, ExpectedStats>
  between(from: string, to: string): ExpectedStats
}

/** An order that counts, in hundred-millionths of a euro: four decimals of the store times four of the rate. */
interface Sale {
  readonly day: string
  readonly gross: bigint
  readonly discount: bigint
  readonly shipping: bigint
  readonly charges: bigint
  readonly tax: bigint
  readonly revenue: bigint
  readonly units: number
  readonly person: number | null
  readonly isFirst: boolean
}

interface Return {
  readonly day: string
  readonly amount: bigint
  readonly tax: bigint
}

/** Counts a history. */
export function countDemoShop(orders: readonly StoreOrder[]): Expected {
  const counted = orders
    .filter(counts)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id))
  const persons = personsOf(orders)
  const bought = new Set<number>()
  const sales: Sale[] = []
  const returns: Return[] = []
  for (const order of counted) {
    const person = persons.get(order.id) ?? null
    const sale = { ...sell(order), person, isFirst: person !== null && !bought.has(person) }
    if (person !== null && sale.revenue > 0n) bought.add(person)
    sales.push(sale)
    returns.push(...giveBack(order, sale))
  }
  const between = (from: string, to: string) =>
    summarise(
      sales.filter(({ day }) => day >= from && day <= to),
      returns.filter(({ day }) => day >= from && day <= to),
    )
  const months = [...new Set([...sales, ...returns].map(({ day }) => day.slice(0, 7)))].sort()
  return {
    total: between('0000', '9999'),
    months: new Map(months.map((month) => [month, between(`${month}-00`, `${month}-99`)])),
    between,
  }
}

const never = new Set(['pending', 'checkout-draft', 'auto-draft', 'failed', 'trash'])

function counts(order: StoreOrder): boolean {
  if (never.has(order.status) || order.email?.endsWith('@nordlicht-test.example')) return false
  return order.status !== 'cancelled' || typeof order.paidAt === 'string'
}

/** Orders that share an account or an address (whatever its letters' case) belong to one person. */
function personsOf(orders: readonly StoreOrder[]): Map<number, number> {
  const marks = new Map<string, number>()
  const leader: number[] = []
  const find = (at: number): number => {
    const above = leader[at] ?? at
    return above === at ? at : find(above)
  }
  const person = new Map<number, number>()
  for (const order of orders) {
    const own = [
      order.customerId ? `account ${order.customerId}` : '',
      order.email ? `address ${order.email.toLowerCase()}` : '',
    ].filter((mark) => mark !== '')
    if (own.length === 0) continue
    const group = leader.push(leader.length) - 1
    for (const mark of own) {
      const known = marks.get(mark)
      if (known !== undefined) leader[find(known)] = find(group)
      marks.set(mark, group)
    }
    person.set(order.id, group)
  }
  for (const [id, group] of person) person.set(id, find(group))
  return person
}

function sell(order: StoreOrder): Omit<Sale, 'person' | 'isFirst'> {
  const rate = rateOf(order)
  const goods = order.lines.filter(
    (line) => !demoShopRules.giftCardProductIds.some((id) => id === String(line.productId)),
  )
  const fees = (order.feeLines ?? []).filter((fee) => !/^(Trinkgeld|Geschenkkarte)/.test(fee.name))
  const added = fees.filter((fee) => !fee.total.startsWith('-'))
  const taken = fees.filter((fee) => fee.total.startsWith('-'))
  const shipping = order.shippingLines ?? []
  const gross = add(goods.map((line) => line.subtotal)) * rate
  const discount =
    (add(goods.map((line) => line.subtotal)) -
      add(goods.map((line) => line.total)) -
      add(taken.map((fee) => fee.total))) *
    rate
  const parts = {
    gross,
    discount,
    shipping: add(shipping.map((line) => line.total)) * rate,
    charges: add(added.map((fee) => fee.total)) * rate,
    tax: add([...goods, ...shipping, ...fees].map((line) => line.totalTax ?? '0')) * rate,
  }
  return {
    ...parts,
    day: dayOf(order.createdAt),
    revenue: gross - discount + parts.shipping + parts.charges + parts.tax,
    units: goods.reduce((sum, line) => sum + line.quantity, 0),
  }
}

function giveBack(order: StoreOrder, sale: Sale): Return[] {
  const rate = rateOf(order)
  const list: Return[] = []
  let left = { amount: sale.revenue, tax: sale.tax }
  for (const refund of order.refunds ?? []) {
    const amount = add([refund.amount]) * rate
    const itemised = itemisedTax(refund)
    const takesAll = itemised === null && amount === left.amount
    const tax = takesAll ? left.tax : (itemised ?? 0n) * rate
    left = { amount: left.amount - amount, tax: left.tax - tax }
    list.push({ day: dayOf(refund.createdAt), amount, tax })
  }
  if (order.status === 'cancelled') list.push({ day: dayOf(order.modifiedAt ?? order.createdAt), ...left })
  return list
}

/** Tax on the lines of a refund; null when it has none. */
function itemisedTax(refund: StoreRefund): bigint | null {
  const lines = [...(refund.lines ?? []), ...(refund.shippingLines ?? []), ...(refund.feeLines ?? [])]
  return lines.length === 0 ? null : add(lines.map((line) => line.totalTax ?? '0'))
}

function summarise(sales: readonly Sale[], returns: readonly Return[]): ExpectedStats {
  const paid = sales.filter((sale) => sale.revenue > 0n)
  const first = paid.filter((sale) => sale.isFirst)
  const again = paid.filter((sale) => sale.person !== null && !sale.isFirst)
  const sum = (from: readonly Sale[], pick: (sale: Sale) => bigint) =>
    from.reduce((total, sale) => total + pick(sale), 0n)
  const orderRevenue = sum(sales, (sale) => sale.revenue)
  const saleTaxes = sum(sales, (sale) => sale.tax)
  const back = returns.reduce((total, entry) => total + entry.amount, 0n)
  const taxBack = returns.reduce((total, entry) => total + entry.tax, 0n)
  return {
    grossSales: millionths(sum(sales, (sale) => sale.gross)),
    discounts: millionths(sum(sales, (sale) => sale.discount)),
    orderRevenue: millionths(orderRevenue),
    returns: millionths(back),
    sales: millionths(orderRevenue - back),
    saleTaxes: millionths(saleTaxes),
    taxes: millionths(saleTaxes - taxBack),
    orders: sales.length,
    paidOrders: paid.length,
    aov: average(orderRevenue, sales.length),
    trueaov: average(
      sum(paid, (sale) => sale.gross - sale.discount),
      paid.length,
    ),
    unitsSold: sales.reduce((total, sale) => total + sale.units, 0),
    newCustomers: new Set(first.map((sale) => sale.person)).size,
    newCustomerOrders: first.length,
    newCustomerRevenue: millionths(sum(first, (sale) => sale.revenue)),
    returningCustomers: new Set(again.map((sale) => sale.person)).size,
    returningCustomerRevenue: millionths(sum(again, (sale) => sale.revenue)),
  }
}

function dayOf(instant: string): string {
  return toLocal(instant, demoShopSite.zone).slice(0, 10)
}

/** Euros per unit of the order's currency, in ten-thousandths. */
function rateOf(order: StoreOrder): bigint {
  const stored = order.meta?.find((entry) => entry.key === demoShopRules.rateMetaKey)
  if (order.currency !== 'EUR' && !stored)
    throw new Error(`Order ${order.id} is in ${order.currency} but carries no rate`)
  return stored ? add([String(stored.value)]) : 10_000n
}

/** Adds decimals of at most four places, in ten-thousandths. */
function add(texts: readonly string[]): bigint {
  let total = 0n
  for (const text of texts) {
    const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text) ?? []
    const value = BigInt(whole + fraction.padEnd(4, '0'))
    total += sign === '-' ? -value : value
  }
  return total
}

function millionths(hundredMillionths: bigint): bigint {
  return halfUp(hundredMillionths, 100n)
}

function average(hundredMillionths: bigint, count: number): bigint | null {
  return count === 0 ? null : halfUp(hundredMillionths, 100n * BigInt(count))
}

function halfUp(value: bigint, by: bigint): bigint {
  return value < 0n ? -((-value + by / 2n) / by) : (value + by / 2n) / by
}
