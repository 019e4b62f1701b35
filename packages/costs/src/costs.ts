import { type Amount, divideRounded } from '@tillsight/core'
import { expensesOf, handlingOf, returnsOf, shippingOf } from './delivery.ts'
import { feesOf } from './fees.ts'
import { costOfGoods, createGoodsIndex, type GoodsCost, type GoodsIndex } from './goods.ts'
import type { CostRules } from './rules.ts'
import { splitAmount, toAmount } from './split.ts'
import type { CostedOrder, CostedRow, CostPart, CostState, ExtraRow, OrderCosts, RowCosts } from './types.ts'

const nothing = toAmount(0n)
const indexes = new WeakMap<CostRules, GoodsIndex>()

type Column = Exclude<keyof RowCosts, 'goodsState'>
type Draft = { -readonly [Key in keyof RowCosts]: RowCosts[Key] }

const columnOf = {
  fee: 'fee',
  shipping: 'shippingCost',
  handling: 'handling',
  return: 'returnCost',
  expense: 'orderExpense',
} as const satisfies Partial<Record<CostPart['part'], Column>>

/**
 * Works out all costs of a booked order, row by row: parts add up to the order exactly. Pure; rounded once per part, to the
 * millionth, half away from zero.
 */
export function costOrder(order: CostedOrder, rules: CostRules): OrderCosts {
  const sheet = openSheet(order)
  const goods = bookGoods(sheet, order, rules)
  const [fees, shipping] = [feesOf(order, rules), shippingOf(order, rules)]
  const whole = [
    ...fees.parts,
    ...shipping.parts,
    ...handlingOf(order, rules),
    ...returnsOf(order, rules),
    ...expensesOf(order, rules),
  ]
  for (const { part, event, amount } of whole) if (part !== 'goods') sheet.share(columnOf[part], event, amount)
  for (const [event, rows] of Map.groupBy(order.rows.filter(isCharge), (row) => row.event)) {
    sheet.share('charges', event, toAmount(rows.reduce((sum, { net }) => sum + net, 0n)))
  }
  return {
    rows: sheet.rows,
    extra: [...sheet.extra.values()],
    feesState: fees.state,
    shippingState: shipping.state,
    parts: [...goods, ...whole],
  }
}

/** Rows of net shipping and net other charges: what is given back without naming anything lowers the goods instead. */
function isCharge({ side, lineType }: CostedRow): boolean {
  return lineType === 'shipping' || lineType === 'charge' || (lineType === 'adjustment' && side === 'sale')
}

interface Sheet {
  readonly rows: Map<string, Draft>
  readonly extra: Map<string, ExtraRow>
  bookGoods(row: string, cost: Amount, state: CostState): void
  /** Shares an amount among the goods of an event. */
  share(column: Column, event: string, amount: Amount): void
}

/** A row that carries a share of what belongs to an event; `extra`: it has to be added. */
interface Carrier {
  readonly rowId: string
  readonly weight: bigint
  readonly extra?: ExtraRow
}

function openSheet(order: CostedOrder): Sheet {
  const rows = new Map<string, Draft>()
  const extra = new Map<string, ExtraRow>()
  const known = new Map<string, readonly Carrier[]>()
  const of = (row: string): Draft => {
    const found = rows.get(row) ?? emptyCosts()
    rows.set(row, found)
    return found
  }
  return {
    rows,
    extra,
    bookGoods(row, cost, state) {
      const own = of(row)
      own.cost = cost
      own.goodsState = state
    },
    share(column, event, amount) {
      if (amount === 0n) return
      const carriers = known.get(event) ?? carriersOf(event, order)
      known.set(event, carriers)
      const shares = splitAmount(
        amount,
        carriers.map(({ weight }) => weight),
      )
      carriers.forEach((carrier, index) => {
        const own = shares[index] ?? 0n
        if (own === 0n) return
        if (carrier.extra) extra.set(carrier.rowId, carrier.extra)
        const costs = of(carrier.rowId)
        costs[column] = toAmount(costs[column] + own)
      })
    },
  }
}

/**
 * The goods that an event sells or takes back, by net value, and where that is zero throughout, by pieces sold. A return without
 * any concerns all goods of the order as placed; what else names none is carried by the row without a product.
 */
function carriersOf(event: string, { rows, lines }: CostedOrder): readonly Carrier[] {
  const goods = new Map(lines.map((line) => [line.key, line]))
  const own = rows.filter((row) => row.event === event)
  const named = own.flatMap((row) => {
    const line = row.lineType === 'product' ? goods.get(row.soldLine) : undefined
    // A dispute that was won takes its return back: its shares are those of the return.
    const net = row.side === 'return' && row.net < 0n ? 0n - row.net : row.net
    return line ? [{ rowId: row.rowId, net, pieces: line.quantity }] : []
  })
  if (named.length > 0) return weigh(named)
  const [first] = own
  if (first?.side === 'sale')
    return [{ rowId: (own.find(({ productId }) => productId === '') ?? first).rowId, weight: 1n }]
  const placed = lines.filter((line) => line.event === 'order')
  const added = (soldLine: string) => {
    const rowId = `${event}:costs:${soldLine}`
    return { rowId, extra: { rowId, event, soldLine } }
  }
  const all = (placed.length > 0 ? placed : lines).map(({ key, net, quantity }) => ({
    ...added(key),
    net,
    pieces: quantity,
  }))
  if (all.length > 0) return weigh(all)
  const alone = first ?? rows[0]
  if (alone === undefined) return []
  return [{ ...(first ? { rowId: first.rowId } : added(alone.rowId)), weight: 1n }]
}

function weigh(
  carriers: readonly (Omit<Carrier, 'weight'> & { readonly net: bigint; readonly pieces: bigint })[],
): readonly Carrier[] {
  const isWorth = carriers.some(({ net }) => net > 0n)
  return carriers.map(({ net, pieces, ...carrier }) => ({ ...carrier, weight: atLeastNone(isWorth ? net : pieces) }))
}

function atLeastNone(value: bigint): bigint {
  return value > 0n ? value : 0n
}

function emptyCosts(): Draft {
  return {
    cost: nothing,
    charges: nothing,
    handling: nothing,
    shippingCost: nothing,
    fee: nothing,
    returnCost: nothing,
    orderExpense: nothing,
    goodsState: 'none',
  }
}

/**
 * The cost of each line on the row of its sale, and what of it comes back with pieces put back into stock. Credits are the
 * differences of a running total: all pieces back give exactly the cost back.
 */
function bookGoods(sheet: Sheet, order: CostedOrder, rules: CostRules): CostPart[] {
  const index = indexes.get(rules) ?? createGoodsIndex(rules.goods)
  indexes.set(rules, index)
  const pieces = new Map<string, bigint>()
  const { stepsCount } = rules.settings
  const nameOf = ({ event, variantId, productId, key }: CostedOrder['lines'][number]): string => {
    const id = stepsCount === 'product' ? productId : variantId
    return `${event}\n${id === '' ? key : id}`
  }
  for (const line of order.lines) pieces.set(nameOf(line), (pieces.get(nameOf(line)) ?? 0n) + line.quantity)
  const costs = new Map<string, { readonly cost: GoodsCost; readonly sold: bigint; back: bigint }>()
  const parts: CostPart[] = []
  for (const line of order.lines) {
    const cost = costOfGoods(line, { order, rules, index, pieces: pieces.get(nameOf(line)) ?? line.quantity })
    costs.set(line.key, { cost, sold: line.quantity, back: 0n })
    const { amount, state, source, rule } = cost
    sheet.bookGoods(line.key, amount, state)
    parts.push({ part: 'goods', event: line.event, soldLine: line.key, amount, state, source, rule })
  }
  for (const row of order.rows) {
    const line = costs.get(row.soldLine)
    if (row.side !== 'return' || row.restocked <= 0n || line === undefined || line.sold <= 0n) continue
    const { amount, state, source, rule } = line.cost
    const before = line.back
    line.back = before + row.restocked > line.sold ? line.sold : before + row.restocked
    const credit = toAmount(divideRounded(amount * before, line.sold) - divideRounded(amount * line.back, line.sold))
    sheet.bookGoods(row.rowId, credit, state)
    parts.push({ part: 'goods', event: row.event, soldLine: row.soldLine, amount: credit, state, source, rule })
  }
  return parts
}
