import { siteZone, stamp, toSeconds } from '../zone.ts'
import type { StoreOrder, StoreRefund } from './history.ts'
import { micros, moneyOf, sum } from './money.ts'
import type { FakeSite } from './options.ts'
import { orderSums } from './order-json.ts'
import type { FakeStore } from './store.ts'

/** The settings of the shop's Analytics, and its faults. Changes take effect with the next request. */
export interface AnalyticsSettings {
  /** False: switched off under Advanced > Features; its routes are missing. */
  enabled: boolean
  dateType: 'date_created' | 'date_paid' | 'date_completed'
  excludedStatuses: readonly string[]
}

/** One row of `wc_order_stats`, whose columns are binary floats. */
export interface StatsRow {
  readonly orderId: number
  /** 0 for an order, else this row is a refund of that order. */
  readonly parentId: number
  readonly number: string
  readonly status: string
  /** In site time; null while an order is not paid or completed. */
  readonly dates: Readonly<Record<AnalyticsSettings['dateType'], string | null>>
  readonly createdGmt: string
  readonly items: number
  readonly total: number
  readonly tax: number
  readonly shipping: number
  readonly net: number
  readonly coupons: number
}

/** WooCommerce Analytics' own tables, besides the orders. A job fills them, and may lag or fail. */
export class FakeAnalytics {
  readonly settings: AnalyticsSettings = {
    enabled: true,
    dateType: 'date_paid',
    excludedStatuses: ['pending', 'failed', 'cancelled'],
  }
  /** Orders that the job never took in. */
  readonly missing = new Set<number>()
  readonly #kept = new Map<number, StoreOrder>()
  readonly #site: FakeSite
  readonly #store: FakeStore
  #table: { readonly key: string; readonly rows: readonly StatsRow[] } | undefined
  #changes = 0
  #answer: { readonly of: readonly StatsRow[]; readonly key: string; readonly rows: readonly StatsRow[] } | undefined

  constructor(site: FakeSite, store: FakeStore) {
    this.#site = site
    this.#store = store
  }

  /** From now on, the tables keep this order's current state, whatever happens to it. */
  freeze(orderId: number): void {
    const order = this.#store.order(orderId)
    if (order) this.#kept.set(orderId, order)
    this.#changes += 1
  }

  /** The job takes in everything, as “Import historical data” does. */
  importAll(): void {
    this.missing.clear()
    this.#kept.clear()
    this.#changes += 1
  }

  /** The last result of a query, cached because its pages are requested one after the other. */
  answer(key: string, make: (rows: readonly StatsRow[]) => readonly StatsRow[]): readonly StatsRow[] {
    const of = this.rows()
    if (this.#answer?.of !== of || this.#answer.key !== key) this.#answer = { of, key, rows: make(of) }
    return this.#answer.rows
  }

  /** Every row, by date of creation. */
  rows(): readonly StatsRow[] {
    const { orders, refunds } = this.#store
    const key = [orders.version, refunds.version, this.#changes, ...this.missing].join()
    if (this.#table?.key === key) return this.#table.rows
    const rows: StatsRow[] = []
    const byCreated = orders.index('created').view()
    for (let at = 0; at < byCreated.length; at += 1) {
      const order = orders.order(byCreated[at] ?? 0)
      if (!this.missing.has(order.id)) rows.push(...rowsOf(this.#kept.get(order.id) ?? order, this.#site))
    }
    rows.sort((a, b) => (a.createdGmt < b.createdGmt ? -1 : a.createdGmt > b.createdGmt ? 1 : a.orderId - b.orderId))
    this.#table = { key, rows }
    return rows
  }
}

interface Amounts {
  readonly total: number
  readonly tax: number
  readonly shipping: number
  /** Without tax and shipping. */
  readonly net: number
}

function rowsOf(order: StoreOrder, site: FakeSite): StatsRow[] {
  const own = orderAmounts(order, site)
  const items = order.lines.reduce((count, line) => count + line.quantity, 0)
  const created = local(order.createdAt, site)
  const shared = { number: order.number ?? String(order.id), status: order.status }
  const earlier: Amounts[] = []
  const refunds = (order.refunds ?? []).map((refund): StatsRow => {
    const amounts = refundAmounts(refund, { own, earlier, site })
    earlier.push(amounts)
    const at = local(refund.createdAt, site)
    return {
      ...shared,
      orderId: refund.id,
      parentId: order.id,
      // A refund is dated by its creation in all three columns.
      dates: { date_created: at, date_paid: at, date_completed: at },
      createdGmt: refund.createdAt,
      items: -(refund.lines ?? []).reduce((count, line) => count + line.quantity, 0),
      ...amounts,
      coupons: 0,
    }
  })
  const sale: StatsRow = {
    ...shared,
    orderId: order.id,
    parentId: 0,
    dates: {
      date_created: created,
      date_paid: order.paidAt ? local(order.paidAt, site) : null,
      date_completed: order.completedAt ? local(order.completedAt, site) : null,
    },
    createdGmt: order.createdAt,
    items,
    ...own,
    coupons: Number(moneyOf(sum((order.couponLines ?? []).map((line) => line.discount)), 6)),
  }
  return [sale, ...refunds]
}

function orderAmounts(order: StoreOrder, site: FakeSite): Amounts {
  const sums = orderSums(order)
  // Only an order's total is rounded to coins; tax and shipping are kept as the order has them, and written with `%f`.
  return withNet({
    total: Number(moneyOf(sums.total, site.decimals)),
    tax: Number(moneyOf(sums.cartTax + sums.shippingTax, 6)),
    shipping: Number(moneyOf(sums.shipping, 6)),
  })
}

function withNet(amounts: Omit<Amounts, 'net'>): Amounts {
  return { ...amounts, net: amounts.total - amounts.tax - amounts.shipping }
}

interface Around {
  readonly own: Amounts
  readonly earlier: readonly Amounts[]
  readonly site: FakeSite
}

/**
 * The amounts of a refund in the tables, which depend on the version: the refund's own until 10.2; from then on, a refund
 * that closes the order reverses the whole order, even if an earlier one reversed a part; from 11.1 on, what was left.
 */
function refundAmounts(refund: StoreRefund, { own, earlier, site }: Around): Amounts {
  const total = -Number(moneyOf(micros(refund.amount), site.decimals))
  const closes = refund.type === 'full'
  if (closes && isAtLeast(site.version, 10, 2)) {
    const before = isAtLeast(site.version, 11, 1) ? earlier : []
    const rest = (name: keyof Amounts) => before.reduce((left, amounts) => left - amounts[name], -own[name])
    return { total, tax: rest('tax'), shipping: rest('shipping'), net: rest('net') }
  }
  const lines = [...(refund.lines ?? []), ...(refund.shippingLines ?? []), ...(refund.feeLines ?? [])]
  return withNet({
    total,
    tax: -Number(moneyOf(sum(lines.map((line) => line.totalTax)), site.decimals)),
    shipping: -Number(moneyOf(sum((refund.shippingLines ?? []).map((line) => line.total)), site.decimals)),
  })
}

function isAtLeast(version: string, major: number, minor: number): boolean {
  const [own = 0, ownMinor = 0] = version.split('.').map(Number)
  return own > major || (own === major && ownMinor >= minor)
}

/** `2026-10-03 14:22:31` in site time. */
function local(instant: string, site: FakeSite): string {
  const seconds = toSeconds(instant)
  return stamp(seconds + siteZone(site.zone).offsetAt(seconds)).replace('T', ' ')
}
