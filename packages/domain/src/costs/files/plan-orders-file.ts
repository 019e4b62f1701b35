import type { ShopContext } from '../../context/index.ts'
import { OrderCostInput } from '../../own-costs.ts'
import {
  type CountedLine,
  type FoundPayment,
  findOrderLines,
  findPayments,
  stepsOfOrderCosts,
} from '../plan-order-costs.ts'
import type { Step } from '../steps.ts'
import type { CostFileRow, CostTable } from './read-cost-file.ts'
import { openSheet, type PlannedFile, problemText, type Sheet } from './sheet.ts'

type Part = OrderCostInput['part']

/** What a row tells of one order or line. */
interface ToldCost {
  readonly row: number
  readonly cost: OrderCostInput
}

/** The column that a row is about, and the one of what it is about, by part. */
const columns = {
  line: { amount: 'cost', ref: 'line_id' },
  label: { amount: 'cost', ref: 'parcel' },
  fee: { amount: 'fee', ref: 'gateway' },
  dispute: { amount: 'began', ref: 'dispute' },
} as const satisfies Record<Part, object>

/**
 * Works out what a file of costs of single orders does. An order goes by its id, else by its number, with or without `#`; lines by
 * their id or SKU.
 */
export async function planOrdersFile(ctx: ShopContext, table: CostTable, part: Part): Promise<PlannedFile> {
  const sheet = openSheet()
  const paymentsOf = await findPayments(
    ctx,
    table.rows.map((row) => row.cell('transaction')),
  )
  const linesOf = await openOrders(ctx, [
    ...table.rows.map((row) => row.cell('order')),
    ...[...paymentsOf.values()].flat().map(({ order }) => order),
  ])
  const told = table.rows.flatMap((row) => readRow(row, { part, sheet, linesOf, paymentsOf }))
  const last = new Map<string, ToldCost>()
  for (const each of told) {
    const key = [each.cost.order, each.cost.ref].join('\n')
    const earlier = last.get(key)
    if (earlier && earlier.row !== each.row) {
      sheet.settle(earlier.row, 'repeated')
      sheet.note(earlier.row, `Row ${each.row} is about the same: the later row counts.`)
    }
    last.set(key, each)
  }
  const kept = [...last.values()]
  const steps = await stepsOfOrderCosts(
    ctx,
    kept.map(({ cost }) => cost),
  )
  const byKey = new Map(steps.map((step) => [keyOf(step), step]))
  for (const { row, cost } of kept) {
    const step = byKey.get([cost.order, cost.ref].join('\n'))
    sheet.settle(row, step === undefined ? 'unchanged' : step.before === null ? 'added' : 'changed')
  }
  return { steps, ...sheet }
}

function keyOf({ after }: Step): string {
  const { order, ref } = OrderCostInput.parse(after)
  return [order, ref].join('\n')
}

/** The lines of the order that a text names. */
type OrderLines = (text: string) => readonly CountedLine[]

async function openOrders(ctx: ShopContext, named: readonly string[]): Promise<OrderLines> {
  const texts = [...new Set(named)].filter((text) => text !== '')
  const plain = texts.map(plainNumber)
  const lines = await findOrderLines(
    ctx,
    [...new Set([...texts, ...plain])],
    [...new Set([...texts, ...plain, ...plain.map((text) => `#${text}`)])],
  )
  const byId = Map.groupBy(lines, ({ order }) => order)
  const byName = Map.groupBy(lines, ({ name }) => plainNumber(name))
  return (text) => byId.get(text) ?? byName.get(plainNumber(text)) ?? byId.get(plainNumber(text)) ?? []
}

function plainNumber(text: string): string {
  return text.replace(/^#/, '')
}

interface Look {
  readonly part: Part
  readonly sheet: Sheet
  readonly linesOf: OrderLines
  readonly paymentsOf: ReadonlyMap<string, readonly FoundPayment[]>
}

/** The order that a row is about, with its lines, and what its payment goes by; or which column names none, and why. */
type NamedOrder =
  | { readonly order: string; readonly lines: readonly CountedLine[]; readonly payment: string }
  | { readonly field: string; readonly problem: string }

function orderOf(row: CostFileRow, { linesOf, paymentsOf }: Look): NamedOrder {
  const transaction = row.cell('transaction')
  if (row.cell('order') !== '' || transaction === '') {
    const lines = linesOf(row.cell('order'))
    const [order, ...others] = [...new Set(lines.map((line) => line.order))]
    if (order === undefined) return { field: 'order', problem: 'The shop counts no order of this id or number.' }
    if (others.length === 0) return { order, lines, payment: '' }
    return { field: 'order', problem: 'Several orders have this number: write the id of the order.' }
  }
  const payments = paymentsOf.get(transaction) ?? []
  const lines = payments.flatMap(({ order }) => linesOf(order))
  const [order, ...others] = [...new Set(lines.map((line) => line.order))]
  if (order === undefined) return { field: 'transaction', problem: 'No order that the shop counts has this payment.' }
  if (others.length === 0) return { order, lines, payment: payments[0]?.ref ?? '' }
  return { field: 'transaction', problem: 'Several orders name this payment: name the order.' }
}

/** Nothing of a refused row, nor of one whose cost is to be filled in. */
function readRow(row: CostFileRow, look: Look): ToldCost[] {
  const { part, sheet } = look
  const amountColumn = part === 'line' && row.cell('line_cost') !== '' ? 'line_cost' : columns[part].amount
  if (row.cell(amountColumn) === '') {
    sheet.blank(row)
    return []
  }
  const refuse = (field: string, problem: string): ToldCost[] => {
    sheet.refuse(row.number, { field, value: row.cell(field), problem })
    return []
  }
  const named = orderOf(row, look)
  if ('problem' in named) return refuse(named.field, named.problem)
  const { order, lines, payment } = named
  const refs = part === 'line' ? linesNamed(row, lines) : [row.cell(columns[part].ref) || payment]
  if (refs.length === 0)
    return refuse(row.cell('line_id') === '' ? 'sku' : 'line_id', 'The order has no such line of goods.')
  if (refs.length > 1 && amountColumn === 'line_cost')
    return refuse('sku', 'Several lines of the order have this SKU: name the line by line_id.')
  if (refs.length > 1) sheet.note(row.number, `${refs.length} lines of the order have this SKU: each gets the cost.`)
  return refs.flatMap((ref) => {
    const checked = OrderCostInput.safeParse({ order, part, ref, ...toldIn(row, part, amountColumn) })
    if (checked.success) return [{ row: row.number, cost: checked.data }]
    const [issue] = checked.error.issues
    const fields = part === 'dispute' ? disputeFields : costFields
    const field = fields.find((name) => name === issue?.path[0]) ?? amountColumn
    return refuse(field, issue === undefined ? 'This is not a cost.' : problemText(issue))
  })
}

function toldIn(row: CostFileRow, part: Part, amountColumn: string): Readonly<Record<string, string | null>> {
  return {
    note: row.cell('note'),
    ...(row.cell('currency') !== '' && { currency: row.cell('currency') }),
    ...(part === 'dispute' ? disputeIn(row) : { amount: row.cell(amountColumn) }),
    ...(part === 'line' && { per: amountColumn === 'cost' ? 'piece' : 'line' }),
  }
}

/** Fields whose columns have their names. */
const costFields = ['currency', 'note']
const disputeFields = [...costFields, 'amount', 'fee', 'began', 'ended', 'outcome']

/** Outcomes in the words of payment providers. */
const outcomes: Readonly<Record<string, string>> = {
  accepted: 'lost',
  needs_response: 'open',
  under_review: 'open',
}

function disputeIn(row: CostFileRow): Readonly<Record<string, string | null>> {
  const given = (column: string): string | null => row.cell(column) || null
  const outcome = row.cell('outcome').toLowerCase().replaceAll(' ', '_')
  return {
    amount: given('amount'),
    fee: given('fee'),
    began: row.cell('began'),
    ended: given('ended'),
    outcome: outcomes[outcome] ?? outcome,
  }
}

/** The sales of goods that a row names: by the id of the line in the store or in the ledger, else by SKU. */
function linesNamed(row: CostFileRow, lines: readonly CountedLine[]): string[] {
  const [id, sku] = [row.cell('line_id'), row.cell('sku')]
  const goods = lines.filter(({ isGoods }) => isGoods === 1)
  const found =
    id === ''
      ? goods.filter((line) => sku !== '' && line.sku === sku)
      : goods.filter((line) => line.row === id || line.row.endsWith(`:${id}`))
  return found.map((line) => line.row)
}
