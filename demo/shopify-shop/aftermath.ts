import type { ShopEvent, ShopOrder, ShopTransaction } from '../../simulators/index.ts'
import { instantText } from '../local-time.ts'
import { centsText } from '../shop/cents.ts'
import type { Random } from '../shop/random.ts'
import type { Ware } from './catalogue.ts'
import { idsAt, toCard, toLine } from './checkout.ts'
import type { Occasion } from './occasions.ts'
import { centsOf, type LineBack, netOf, Shelf, shippingNet, sumOf, totalOf, worthOf } from './order-parts.ts'

const hour = 3600
const day = 24 * hour

/** An order, and what the rest of its story needs. */
export interface Story {
  readonly order: ShopOrder
  readonly occasion: Occasion
  readonly wares: readonly Ware[]
}

/** All further events of the order, oldest first; the caller leaves out those in the future. */
export function drawAftermath(story: Story, random: Random): readonly ShopEvent[] {
  const telling = new Telling(story, random)
  if (story.occasion === 'authorised' || story.occasion === 'transfer') telling.payLater()
  if (!telling.isOver) telling.change()
  if (!telling.isOver && story.occasion !== 'till') telling.send()
  if (!telling.isOver && isPlain(story)) telling.giveBack()
  return telling.happenings
}

/** Orders with gift cards and samples have no returns: what to refund of those is debatable. */
function isPlain({ order, occasion }: Story): boolean {
  return occasion !== 'test' && order.lines.every(({ kind }) => kind !== 'gift_card') && totalOf(order) > 0n
}

/** Generates one story; time advances with every step. */
class Telling {
  readonly happenings: ShopEvent[] = []
  isOver = false
  readonly #order: ShopOrder
  readonly #wares: readonly Ware[]
  readonly #random: Random
  readonly #shelf: Shelf
  readonly #canChange: boolean
  #at: number
  #nextId: number
  #nextLineId: number

  constructor(story: Story, random: Random) {
    const { order, wares, occasion } = story
    this.#order = order
    this.#wares = wares
    this.#random = random
    this.#shelf = new Shelf(order.lines)
    this.#canChange = isPlain(story) && occasion !== 'till' && (order.charges ?? []).length === 0
    this.#at = Math.floor(Date.parse(order.createdAt) / 1000)
    this.#nextId = order.id + idsAt.happening
    this.#nextLineId = order.id + idsAt.laterLine
  }

  /** A card that is charged when the goods leave, or a bank transfer: most arrive, some never do and some stay open. */
  payLater(): void {
    const [held] = this.#order.transactions ?? []
    const total = totalOf(this.#order)
    if (total === 0n) return
    if (!held && this.#random.chance(0.15)) {
      // Nobody has handled it since: a sale until it is cancelled.
      this.isOver = true
      return
    }
    this.#wait(day, 4 * day)
    if (this.#random.chance(0.18)) {
      if (held) {
        const voided = { id: this.#id(), kind: 'VOID', gateway: held.gateway, amount: '0', parentId: held.id } as const
        this.happenings.push({ kind: 'payment', at: this.#now(), transactions: [{ ...voided, at: this.#now() }] })
      }
      this.#takeEverything('none')
      this.#cancel('DECLINED')
      return
    }
    const paid = { id: this.#id(2), at: this.#now() }
    const transaction: ShopTransaction = held
      ? { ...toCard(paid, total, 'CAPTURE'), parentId: held.id }
      : { ...paid, kind: 'SALE', gateway: 'Bank Deposit', amount: centsText(total) }
    this.happenings.push({ kind: 'payment', at: this.#now(), transactions: [transaction] })
  }

  /** Edits or cancels it before it is shipped. */
  change(): void {
    if (!this.#canChange) return
    const series = this.#random.weighted<'none' | 'add' | 'remove' | 'swap' | 'cancel' | 'cancel_first'>([
      ['none', 940],
      ['add', 16],
      ['remove', 14],
      ['swap', 8],
      ['cancel', 16],
      ['cancel_first', 6],
    ])
    if (series === 'none') return
    this.#wait(hour, 20 * hour)
    if (series === 'cancel') {
      this.#takeEverything('paid')
      this.#cancel('CUSTOMER')
      return
    }
    if (series === 'cancel_first') {
      this.#cancel('INVENTORY')
      this.#wait(2 * day, 6 * day)
      this.#takeEverything('paid')
      return
    }
    this.#edit({ adds: series !== 'remove', removes: series !== 'add' && this.#shelf.pieces > 1 })
  }

  send(): void {
    this.#wait(12 * hour, 3 * day)
    this.happenings.push({ kind: 'fulfilment', at: this.#now() })
  }

  /** Returns after delivery. */
  giveBack(): void {
    const series = this.#random.weighted<
      'none' | 'piece' | 'piece_then_rest' | 'everything' | 'goodwill' | 'delivery' | 'exchange' | 'with_fee'
    >([
      ['none', 880],
      ['piece', 38],
      ['piece_then_rest', 14],
      ['everything', 18],
      ['goodwill', 10],
      ['delivery', 6],
      ['exchange', 18],
      ['with_fee', 16],
    ])
    if (series === 'none' || this.#shelf.pieces === 0) return
    this.#wait(2 * day, 40 * day)
    if (series === 'piece' || series === 'piece_then_rest') this.#refund([this.#takePiece()], 'Return')
    if (series === 'piece_then_rest') this.#wait(day, 12 * day)
    if (series === 'everything' || series === 'piece_then_rest') this.#takeEverything('paid')
    if (series === 'goodwill') this.#payGoodwill()
    if (series === 'delivery') this.#payDelivery()
    if (series === 'exchange') this.#exchange()
    if (series === 'with_fee') this.#returnForFee()
  }

  #edit({ adds, removes }: { readonly adds: boolean; readonly removes: boolean }): void {
    const removed = removes ? [this.#takePiece('CANCEL')] : []
    const added = adds || !removes ? [this.#newLine()] : []
    const more = added.reduce((sum, line) => sum + netOf(line) + sumOf(line.taxes), 0n) - worthOf(removed)
    const at = this.#now()
    const id = this.#id()
    const payment = more > 0n ? { transactions: [toCard({ id: this.#id(2), at }, more)] } : {}
    this.#shelf.add(added)
    this.happenings.push({ kind: 'edit', id, at, added, removed, ...payment })
    if (more < 0n) this.#pay({ amount: -more, note: 'Removed from the order' })
  }

  /** A return with an exchange, for another size if there is one, at the same price. */
  #exchange(): void {
    const back = this.#takePiece()
    const line = this.#order.lines.find(({ id }) => id === back.lineId)
    if (!line) return
    const { allocations: _off, ...plain } = line
    const net = centsOf(back.amount)
    const tax = centsOf(back.tax)
    const title = line.variantTitle === 'M' ? 'L' : line.variantTitle === null ? null : 'M'
    const exchanged = {
      ...plain,
      id: this.#lineId(),
      quantity: 1,
      unitPrice: centsText(net),
      variantTitle: title ?? null,
      taxes: tax === 0n ? [] : [{ title: 'Sales Tax', rate: 0, amount: centsText(tax) }],
    }
    this.happenings.push({ kind: 'return', id: this.#id(), at: this.#now(), lines: [back], exchanged: [exchanged] })
  }

  /** The buyer returns something, and the label is deducted from the refund. */
  #returnForFee(): void {
    const back = this.#takePiece()
    const id = this.#id()
    const fee = worthOf([back]) > 795n ? { fee: { id: this.#id(), amount: '7.95' } } : {}
    this.happenings.push({ kind: 'return', id, at: this.#now(), lines: [back], ...fee })
    const amount = worthOf([back]) - centsOf(fee.fee?.amount)
    this.#wait(hour, 3 * hour)
    this.#pay({ amount, note: 'Return', lines: [back], returnId: id })
  }

  #refund(lines: readonly LineBack[], note: string): void {
    this.#pay({ amount: worthOf(lines), note, lines })
  }

  /** A refund beyond the goods' value: no goods, no tax. */
  #payGoodwill(): void {
    if (totalOf(this.#order) <= 500n) return
    const adjustments = [{ id: this.#id(), reason: 'REFUND_DISCREPANCY', amount: '-5.00' } as const]
    this.#pay({ amount: 500n, note: 'Goodwill', adjustments })
  }

  #payDelivery(): void {
    const shipping = this.#deliveryBack()
    if (shipping.length === 0) return
    this.#pay({ amount: worthOfDelivery(shipping), note: 'Arrived late', shipping })
  }

  #deliveryBack() {
    return (this.#order.shipping ?? [])
      .filter((one) => shippingNet(one) > 0n)
      .map((one) => ({ id: one.id, amount: centsText(shippingNet(one)), tax: centsText(sumOf(one.taxes)) }))
  }

  /** Returns all remaining goods, shipping and duties; the tip stays with the staff. */
  #takeEverything(money: 'paid' | 'none'): void {
    const lines = this.#shelf.takeAll(money === 'none' ? 'CANCEL' : 'RETURN')
    const shipping = this.#deliveryBack()
    const charges = (this.#order.charges ?? []).map(({ id, amount }) => ({ chargeId: id, amount, tax: '0' }))
    const worth = worthOf(lines) + worthOfDelivery(shipping) + sumOf(charges)
    this.#pay({ amount: money === 'none' ? 0n : worth, note: null, lines, shipping, charges })
  }

  #pay({ amount, ...refund }: { readonly amount: bigint } & Omit<Refund, 'kind' | 'id' | 'at' | 'transactions'>): void {
    const at = this.#now()
    const id = this.#id()
    const gateway = this.#gateway()
    const paid = { id: this.#id(), kind: 'REFUND', gateway, at, amount: centsText(amount) } as const
    this.happenings.push({ kind: 'refund', id, at, ...refund, transactions: amount === 0n ? [] : [paid] })
  }

  #gateway(): string {
    const all = [...(this.#order.transactions ?? [])]
    for (const entry of this.happenings) if ('transactions' in entry) all.push(...(entry.transactions ?? []))
    return all.findLast(({ kind }) => kind === 'SALE' || kind === 'CAPTURE')?.gateway ?? 'manual'
  }

  #cancel(reason: 'CUSTOMER' | 'DECLINED' | 'INVENTORY'): void {
    this.happenings.push({ kind: 'cancel', at: this.#now(), reason })
    this.isOver = true
  }

  #takePiece(restock: NonNullable<LineBack['restock']> = 'RETURN'): LineBack {
    return this.#shelf.take(this.#random.pick(this.#shelf.lines).id, 1, restock)
  }

  #newLine() {
    const ware = this.#random.pick(this.#wares.filter(({ giftCard }) => !giftCard))
    const line = toLine({ ware, quantity: 1 }, { id: this.#lineId(), discount: undefined, taxes: [] })
    const taxed = this.#order.lines.find(({ taxes }) => taxes?.[0])?.taxes ?? []
    const net = netOf(line)
    const taxes = taxed.map(({ title, rate }) => ({ title, rate, amount: centsText(share(net, rate)) }))
    return { ...line, taxes }
  }

  #wait(least: number, most: number): void {
    this.#at += this.#random.integer(least, most)
  }

  #now(): string {
    return instantText(this.#at)
  }

  /** The next id; reserves `places` ids for objects that need several. */
  #id(places = 1): number {
    const id = this.#nextId
    this.#nextId += places
    return id
  }

  #lineId(): number {
    this.#nextLineId += 1
    return this.#nextLineId
  }
}

type Refund = Extract<ShopEvent, { kind: 'refund' }>

function worthOfDelivery(shipping: readonly { readonly amount: string; readonly tax: string }[]): bigint {
  return shipping.reduce((sum, { amount, tax }) => sum + centsOf(amount) + centsOf(tax), 0n)
}

function share(net: bigint, rate: number): bigint {
  return (net * BigInt(Math.round(rate * 1_000_000)) + 500_000n) / 1_000_000n
}
