// The seventeen store stats computed from sales and returns by separate rules. Must not know the product's ledger, metrics or
// money code: that is what makes it a check.

/** The seventeen store stats of a period. Money in millionths of the shop's currency; averages are null without orders. */
export interface ExpectedStats {
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
export interface Expected {
  readonly total: ExpectedStats
  readonly months: ReadonlyMap<string, ExpectedStats>
  between(from: string, to: string): ExpectedStats
}

/** A sale on a day: a whole order, or an addition to one. In hundred-millionths of the shop's currency. */
export interface Sold {
  readonly day: string
  readonly gross: bigint
  readonly discount: bigint
  readonly tax: bigint
  /** Everything that the buyer pays for it, with delivery, charges and tax. */
  readonly revenue: bigint
  readonly units: number
}

/** A return on a day, tax included. In hundred-millionths of the shop's currency. */
export interface Return {
  readonly day: string
  readonly amount: bigint
  readonly tax: bigint
}

/** An order that counts. */
export interface CountedOrder {
  readonly id: number
  /** When it was placed, as sortable text. */
  readonly at: string
  readonly person: number | null
  readonly placed: Sold
  readonly added: readonly Sold[]
  readonly returns: readonly Return[]
}

/** A sale with its order. */
interface Sale extends Sold {
  readonly person: number | null
  readonly isOrder: boolean
  readonly isPaid: boolean
  readonly isFirst: boolean
}

/** Counts orders; they may come in any order. */
export function countOrders(orders: readonly CountedOrder[]): Expected {
  const sorted = [...orders].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id))
  const bought = new Set<number>()
  const sales: Sale[] = []
  const returns: Return[] = []
  for (const { person, placed, added, returns: back } of sorted) {
    const isPaid = [placed, ...added].reduce((sum, { revenue }) => sum + revenue, 0n) > 0n
    const facts = { person, isPaid, isFirst: person !== null && !bought.has(person) }
    if (person !== null && isPaid) bought.add(person)
    sales.push({ ...placed, ...facts, isOrder: true })
    for (const more of added) sales.push({ ...more, ...facts, isOrder: false })
    returns.push(...back)
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

function summarise(sales: readonly Sale[], returns: readonly Return[]): ExpectedStats {
  const orders = sales.filter((sale) => sale.isOrder)
  const paid = sales.filter((sale) => sale.isPaid)
  const first = paid.filter((sale) => sale.isFirst)
  const again = paid.filter((sale) => sale.person !== null && !sale.isFirst)
  const count = (from: readonly Sale[]) => from.filter((sale) => sale.isOrder).length
  const people = (from: readonly Sale[]) => new Set(from.filter((sale) => sale.isOrder).map((sale) => sale.person)).size
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
    orders: orders.length,
    paidOrders: count(paid),
    aov: average(orderRevenue, orders.length),
    trueaov: average(
      sum(paid, (sale) => sale.gross - sale.discount),
      count(paid),
    ),
    unitsSold: sales.reduce((total, sale) => total + sale.units, 0),
    newCustomers: people(first),
    newCustomerOrders: count(first),
    newCustomerRevenue: millionths(sum(first, (sale) => sale.revenue)),
    returningCustomers: people(again),
    returningCustomerRevenue: millionths(sum(again, (sale) => sale.revenue)),
  }
}

/** Groups orders by person: orders that share a mark belong to one person; an order without any belongs to nobody. */
export function joinPersons(orders: readonly (readonly [id: number, marks: readonly string[]])[]): Map<number, number> {
  const known = new Map<string, number>()
  const leader: number[] = []
  const find = (at: number): number => {
    const above = leader[at] ?? at
    return above === at ? at : find(above)
  }
  const person = new Map<number, number>()
  for (const [id, marks] of orders) {
    if (marks.length === 0) continue
    const group = leader.push(leader.length) - 1
    for (const mark of marks) {
      const other = known.get(mark)
      if (other !== undefined) leader[find(other)] = find(group)
      known.set(mark, group)
    }
    person.set(id, group)
  }
  for (const [id, group] of person) person.set(id, find(group))
  return person
}

/** Adds decimals of at most four places, in ten-thousandths. */
export function add(texts: readonly string[]): bigint {
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
