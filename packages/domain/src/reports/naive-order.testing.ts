// One order in the plain calculator for tests: its contribution to each figure by local day, without rows or SQL. Written
// from the definitions of the figures, sharing no code with the product; numbers in hundredths of a cent.
import type { LineType, OrderEdit, OrderLine, OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'

/** One change of a figure, on a local day. */
export interface Entry {
  readonly day: string
  readonly key: string
  readonly amount: number
}

/** An order with all its entries. */
export interface NaiveOrder {
  readonly order: OrderRecord
  readonly revenue: number
  readonly entries: readonly Entry[]
}

/** An order's amounts by component. */
interface Parts {
  product: number
  shipping: number
  charge: number
  tax: number
  tip: number
  gift_card: number
  /** Tax on tips and gift cards, which is not counted in any figure. */
  outside: number
  adjustment: number
  units: number
}

const none: Parts = {
  product: 0,
  shipping: 0,
  charge: 0,
  tax: 0,
  tip: 0,
  gift_card: 0,
  outside: 0,
  adjustment: 0,
  units: 0,
}
const partNames = Object.keys(none).filter((key): key is keyof Parts => key in none)
const saleKeys = {
  shipping: 'shipping',
  charge: 'otherCharges',
  tip: 'tips',
  gift_card: 'giftCardsSold',
  adjustment: '',
}

/** The local date of an instant. */
export function localDay(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant))
}

/** The history of one order, event by event. */
class Life {
  readonly #order: OrderRecord
  readonly #zone: string
  readonly #left: Parts = { ...none }
  readonly entries: Entry[] = []
  revenue = 0
  #lines = 0
  #reversed: number | undefined

  constructor(order: OrderRecord, zone: string) {
    this.#order = order
    this.#zone = zone
  }

  sell(line: OrderLine, at: string): void {
    const [gross, discount, tax] = [this.#read(line.gross), this.#read(line.discount), this.#read(line.tax)]
    const type = typeOf(line, gross - discount)
    const isFee = line.type === 'charge' && type === 'product'
    const units = isFee ? 0 : Number(line.quantity)
    this.#lines += 1
    this.#take(type, { net: discount - gross, tax: -tax, units: -units })
    if (type === 'product') {
      this.#add(at, 'grossSales', isFee ? 0 : gross)
      this.#add(at, 'discounts', isFee ? -gross : discount)
      this.#add(at, 'unitsSold', units)
    } else {
      this.#add(at, saleKeys[type], gross - discount)
    }
    if (type === 'tip' || type === 'gift_card') return
    this.#add(at, 'saleTaxes', tax)
    this.revenue += gross - discount + tax
  }

  edit({ at, lines }: OrderEdit): void {
    for (const line of lines) {
      const money = -this.#read(line.gross)
      if (Number(line.quantity) >= 0) this.sell(line, at)
      else if (this.#reversed !== undefined) this.#claim(money, at)
      else this.#giveBack(this.#take(line.type, { net: money, tax: 0, units: -Number(line.quantity) }), at)
    }
  }

  refund({ at, amount, lines }: RefundRecord): void {
    const money = this.#read(amount)
    if (this.#reversed !== undefined) {
      const itemised = lines.reduce((sum, line) => sum + this.#read(line.amount) + this.#read(line.tax), 0)
      this.#claim(money === 0 ? itemised : money, at)
    } else if (lines.length > 0) {
      for (const line of lines) {
        const net = this.#read(line.amount)
        const off = { net, tax: this.#read(line.tax), units: Number(line.quantity) }
        this.#giveBack(this.#take(typeOf(line, net), off), at)
      }
    } else if (this.#hasRest() && money >= this.#worth() - this.#rounding()) {
      const extra = money - this.#worth()
      this.#giveBackAll(at)
      if (extra > this.#rounding()) this.#adjust(extra, at)
    } else {
      this.#adjust(money, at)
    }
  }

  cancel(at: string): void {
    const worth = this.#worth()
    this.#reversed = Math.max(0, worth)
    if (worth >= 0) this.#giveBackAll(at)
  }

  /** After a cancellation only the excess over the reversed amount is a further return. */
  #claim(money: number, at: string): void {
    const extra = money - (this.#reversed ?? 0)
    this.#reversed = Math.max(0, -extra)
    if (extra > this.#rounding()) this.#giveBack({ ...none, adjustment: extra }, at)
  }

  #adjust(money: number, at: string): void {
    this.#giveBack({ ...none, adjustment: money }, at)
    this.#left.adjustment -= money
  }

  #giveBackAll(at: string): void {
    this.#giveBack({ ...this.#left }, at)
    Object.assign(this.#left, none)
  }

  #giveBack(parts: Parts, at: string): void {
    this.#add(at, 'returnsProducts', parts.product + parts.adjustment)
    this.#add(at, 'returnsShipping', parts.shipping)
    this.#add(at, 'returnsCharges', parts.charge)
    this.#add(at, 'returnsTax', parts.tax)
    this.#add(at, 'unitsReturned', parts.units)
  }

  #take(type: LineType, off: { net: number; tax: number; units: number }): Parts {
    const isOutside = type === 'tip' || type === 'gift_card'
    const units = type === 'product' ? off.units : 0
    const parts: Parts = { ...none, [type]: off.net, [isOutside ? 'outside' : 'tax']: off.tax, units }
    for (const name of partNames) this.#left[name] -= parts[name]
    return parts
  }

  #worth(): number {
    return partNames.reduce((sum, name) => sum + (name === 'units' ? 0 : this.#left[name]), 0)
  }

  #hasRest(): boolean {
    return partNames.some((name) => name !== 'adjustment' && this.#left[name] !== 0)
  }

  /** The tolerated rounding: a cent of the order's currency per line. */
  #rounding(): number {
    return 100 * Number(this.#order.rate ?? 1) * Math.max(1, this.#lines)
  }

  #read(text: string): number {
    return Math.round(Number(text) * 10_000 * Number(this.#order.rate ?? 1))
  }

  #add(at: string, key: string, amount: number): void {
    this.entries.push({ day: localDay(at, this.#zone), key, amount })
  }
}

/** A negative fee is a discount on products. */
function typeOf(line: Pick<OrderLine, 'type'>, net: number): LineType {
  return line.type === 'charge' && net < 0 ? 'product' : line.type
}

/** Everything an order contributes to figures. */
export function calculateOrder(
  order: OrderRecord,
  refunds: readonly RefundRecord[],
  { cancelledAt, zone }: { cancelledAt: string | undefined; zone: string },
): NaiveOrder {
  const life = new Life(order, zone)
  for (const line of order.lines) life.sell(line, order.placedAt)
  const cancelled = order.standing === 'cancelled' ? [cancelledAt ?? order.updatedAt] : []
  const events = [
    ...order.edits.map((edit) => ({ at: edit.at, rank: 0, id: edit.id, happen: () => life.edit(edit) })),
    ...refunds.map((refund) => ({ at: refund.at, rank: 1, id: refund.id, happen: () => life.refund(refund) })),
    ...cancelled.map((at) => ({ at, rank: 2, id: '', happen: () => life.cancel(at) })),
  ]
  events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  for (const { happen } of events) happen()
  return { order, revenue: life.revenue, entries: life.entries }
}
