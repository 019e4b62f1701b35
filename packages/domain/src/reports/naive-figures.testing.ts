// A second, plain calculator for tests: whole shops in memory, by local day. See `naive-order.testing.ts`.
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { calculateOrder, localDay, type NaiveOrder } from './naive-order.testing.ts'
import type { History } from './random-history.testing.ts'

/** Figures by key; money in hundredths of a cent. */
export type Figures = Record<string, number>

function isCounted({ test, standing, paidAt }: OrderRecord): boolean {
  if (test || standing === 'failed' || standing === 'unfinished' || standing === 'deleted') return false
  return standing !== 'cancelled' || paidAt !== null
}

/** Groups people by their identifiers; groups that share any are merged. */
function findPeople(orders: readonly OrderRecord[]): Map<string, number> {
  let people: { known: Set<string>; orders: string[] }[] = []
  for (const order of orders) {
    const known = knownBy(order)
    if (known.length === 0) continue
    const same = people.filter((person) => known.some((each) => person.known.has(each)))
    const merged = {
      known: new Set([...known, ...same.flatMap((person) => [...person.known])]),
      orders: [order.id, ...same.flatMap((person) => person.orders)],
    }
    people = [...people.filter((person) => !same.includes(person)), merged]
  }
  return new Map(people.flatMap((person, index) => person.orders.map((id) => [id, index] as const)))
}

function knownBy({ customer: { platformId, email, phone } }: OrderRecord): string[] {
  const known: string[] = []
  const mail = email?.trim().toLowerCase()
  if (platformId && platformId !== '0') known.push(`id ${platformId}`)
  if (mail && !mail.startsWith('no-reply@')) known.push(`mail ${mail}`)
  if (known.length === 0 && phone) known.push(`phone ${phone.replace(/\D/g, '').replace(/^00/, '')}`)
  return known
}

const summed = [
  'grossSales',
  'discounts',
  'shipping',
  'otherCharges',
  'saleTaxes',
  'returnsProducts',
  'returnsShipping',
  'returnsCharges',
  'returnsTax',
  'unitsSold',
  'unitsReturned',
  'giftCardsSold',
  'tips',
]
const revenueSigns: Figures = { grossSales: 1, discounts: -1, shipping: 1, otherCharges: 1, saleTaxes: 1 }
const returnSigns: Figures = { returnsProducts: 1, returnsShipping: 1, returnsCharges: 1, returnsTax: 1 }

interface Classes {
  readonly first: NaiveOrder[]
  readonly again: NaiveOrder[]
  readonly unknown: NaiveOrder[]
  readonly free: NaiveOrder[]
}

function classify(orders: readonly NaiveOrder[], people: ReadonlyMap<string, number>): Classes {
  const classes: Classes = { first: [], again: [], unknown: [], free: [] }
  const seen = new Set<number>()
  const time = ({ order }: NaiveOrder) => Date.parse(order.placedAt)
  for (const each of orders.toSorted((a, b) => time(a) - time(b) || Number(a.order.id) - Number(b.order.id))) {
    const person = people.get(each.order.id)
    if (each.revenue <= 0) classes.free.push(each)
    else if (person === undefined) classes.unknown.push(each)
    else if (seen.has(person)) classes.again.push(each)
    else classes.first.push(each)
    if (each.revenue > 0 && person !== undefined) seen.add(person)
  }
  return classes
}

/** All figures of a range of local days. */
export function naiveFigures(
  history: History,
  { from, to, zone }: { from: string; to: string; zone: string },
): Figures {
  const counted = history.orders.filter(isCounted).map((order) => {
    const refunds = history.refunds.filter(({ orderId }) => orderId === order.id)
    return calculateOrder(order, refunds, { cancelledAt: history.cancelledAt.get(order.id), zone })
  })
  const people = findPeople(counted.map(({ order }) => order))
  const { first, again, unknown, free } = classify(counted, people)
  const isInside = (day: string) => day >= from && day <= to
  const sum = (orders: readonly NaiveOrder[], signs: Figures) => {
    const entries = orders.flatMap((order) => order.entries).filter(({ day }) => isInside(day))
    return entries.reduce((total, { key, amount }) => total + (signs[key] ?? 0) * amount, 0)
  }
  const placed = (...orders: readonly NaiveOrder[]) =>
    orders.filter(({ order }) => isInside(localDay(order.placedAt, zone)))
  const peopleOf = (...orders: readonly NaiveOrder[]) =>
    new Set(placed(...orders).map(({ order }) => people.get(order.id))).size
  return {
    ...Object.fromEntries(summed.map((key) => [key, sum(counted, { [key]: 1 })])),
    orderRevenue: sum(counted, revenueSigns),
    returns: sum(counted, returnSigns),
    orders: placed(...counted).length,
    paidOrders: placed(...first, ...again, ...unknown).length,
    newCustomers: peopleOf(...first),
    newCustomerOrders: placed(...first).length,
    newCustomerRevenue: sum(first, revenueSigns),
    returningCustomers: peopleOf(...again),
    returningCustomerOrders: placed(...again).length,
    returningCustomerRevenue: sum(again, revenueSigns),
    unidentifiedOrders: placed(...unknown).length,
    unidentifiedRevenue: sum([...unknown, ...free], revenueSigns),
    uniqueCustomers: peopleOf(...first, ...again),
  }
}

/** Whether a figure is an amount of money. */
export function isMoney(key: string): boolean {
  return !/^units|Customers$|Orders$|^orders$/.test(key)
}
