import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { listOrderCosts } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { inPieces } from '../ledger/index.ts'
import { OrderCostInput, type OrderCostKey } from '../own-costs.ts'
import type { Step } from './steps.ts'

// What was told about single orders: what a line cost, what carriers charged for a parcel, what a provider kept, what a buyer's bank
// took (costs §2.2, §3, §4).

/** Costs of one change: as many orders are worked out while somebody waits. */
export const mostOrderCosts = 20_000

type Asking = Pick<ShopContext, 'queries' | 'shop' | 'warehouse'>

function keyText({ order, part, ref }: OrderCostKey): string {
  return [order, part, ref].join('\n')
}

/**
 * What telling and deleting these costs does; what stays the same is left out. Throws `not_found` for orders and lines that do not
 * count, `conflict` for two costs of the same.
 */
export async function planOrderCosts(
  asking: Asking,
  { entries, remove }: { readonly entries: readonly OrderCostInput[]; readonly remove: readonly OrderCostKey[] },
): Promise<Step[]> {
  await assertCounted(asking, entries)
  const [twin] = [...Map.groupBy(entries, keyText).values()].find(({ length }) => length > 1) ?? []
  if (twin) throw new AppError('conflict', `Two costs of the same are told of the order “${twin.order}”. Keep one.`)
  const told = await stepsOfOrderCosts(asking, entries)
  const stored = await readKnown(
    asking,
    remove.map(({ order }) => order),
  )
  const named = new Set(entries.map(keyText))
  const gone = remove.flatMap((key): Step[] => {
    const known = stored.get(keyText(key))
    return known && !named.has(keyText(key)) ? [{ kind: 'order', id: known.id, before: known.body, after: null }] : []
  })
  return [...told, ...gone]
}

/** What telling costs of orders that are known to count does, one step for each that changes anything. */
export async function stepsOfOrderCosts(
  asking: Pick<ShopContext, 'queries' | 'shop'>,
  entries: readonly OrderCostInput[],
): Promise<Step[]> {
  const stored = await readKnown(
    asking,
    entries.map(({ order }) => order),
  )
  return entries.flatMap((entry): Step[] => {
    const after = OrderCostInput.parse({ ...entry, currency: entry.currency ?? asking.shop.currency })
    const known = stored.get(keyText(entry))
    if (known === undefined) return [{ kind: 'order', id: randomUUID(), before: null, after }]
    return JSON.stringify(known.body) === JSON.stringify(after)
      ? []
      : [{ kind: 'order', id: known.id, before: known.body, after }]
  })
}

/** What is stored about these orders, by key; read again, because the database keeps fields in an order of its own. */
async function readKnown({ queries, shop }: Pick<ShopContext, 'queries' | 'shop'>, orders: readonly string[]) {
  const known = new Map<string, { readonly id: string; readonly body: OrderCostInput }>()
  for (const piece of inPieces([...new Set(orders)])) {
    for (const { id, body } of await listOrderCosts(queries, shop.id, piece)) {
      const own = OrderCostInput.parse(body)
      known.set(keyText(own), { id, body: own })
    }
  }
  return known
}

const CountedLine = z.object({
  order: z.string(),
  name: z.string(),
  row: z.string(),
  variant: z.string(),
  sku: z.string(),
  isGoods: z.number(),
})

const linesSql = `
  SELECT order_id AS order, order_name AS name, row_id AS row, if(variant_id = '', product_id, variant_id) AS variant, sku,
    line_type = 'product' AS isGoods
  FROM ledger WHERE shop_id = {shop:UUID} AND side = 'sale'
    AND (order_id IN {orders:Array(String)} OR order_name IN {names:Array(String)})
  ORDER BY order_id, row_id`

/** A line that was sold with an order; of what is no goods only the order is of interest. */
export type CountedLine = z.infer<typeof CountedLine>

/** The lines sold with orders of these ids, or with these names. */
export async function findOrderLines(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  ids: readonly string[],
  names: readonly string[] = [],
): Promise<CountedLine[]> {
  const found: CountedLine[] = []
  const most = Math.max(ids.length, names.length)
  for (let start = 0; start < most; start += mostNamed) {
    const params = { orders: ids.slice(start, start + mostNamed), names: names.slice(start, start + mostNamed) }
    found.push(...(await warehouse.read({ sql: linesSql, params }, CountedLine)))
  }
  return found
}

/** Orders that a query holds, however long their names are. */
const mostNamed = 1_000

const PaidOrder = z.object({ order: z.string(), transaction: z.string(), isPayment: z.number() })

/**
 * Payments by the store's own ids, and by what payment plug-ins keep of them with orders. What buyers may write into an order is
 * no evidence.
 */
const paymentsSql = `
  SELECT id AS order, named.1 AS transaction, named.2 AS isPayment FROM (
    SELECT id, arrayJoin(arrayConcat(
      arrayMap(payment -> (payment.1, 1), JSONExtract(body, 'payments', 'Array(Tuple(id String))')),
      arrayMap(entry -> (entry.2, 0),
        arrayFilter(entry -> NOT startsWith(entry.1, 'attribute:'), JSONExtractKeysAndValues(body, 'meta', 'String'))))) AS named
    FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '')
  WHERE named.1 IN {transactions:Array(String)} ORDER BY order, isPayment DESC`

/** An order that has a payment; `ref` is what its fee goes by, empty for the first payment. */
export interface FoundPayment {
  readonly order: string
  readonly ref: string
}

/** The orders with these payments, by the id that names the payment. */
export async function findPayments(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  named: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundPayment[]>> {
  const transactions = [...new Set(named)].filter((text) => text !== '')
  if (transactions.length === 0) return new Map()
  const found = []
  for (const piece of inPieces(transactions, mostNamed)) {
    found.push(...(await warehouse.read({ sql: paymentsSql, params: { transactions: piece } }, PaidOrder)))
  }
  return new Map(
    [...Map.groupBy(found, ({ transaction }) => transaction)].map(([transaction, own]) => [
      transaction,
      own.map(({ order, isPayment }) => ({ order, ref: isPayment === 1 ? transaction : '' })),
    ]),
  )
}

async function assertCounted(asking: Asking, entries: readonly OrderCostInput[]): Promise<void> {
  const lines = await findOrderLines(asking, [...new Set(entries.map(({ order }) => order))])
  const orders = new Set(lines.map(({ order }) => order))
  const goods = new Set(lines.filter(({ isGoods }) => isGoods === 1).map(({ order, row }) => `${order}\n${row}`))
  for (const { order, part, ref } of entries) {
    if (!orders.has(order)) throw new AppError('not_found', `The shop counts no order “${order}”. Check its id.`)
    if (part === 'line' && !goods.has(`${order}\n${ref}`)) {
      throw new AppError('not_found', `The order “${order}” has no line of goods “${ref}”. Check its \`rowId\`.`)
    }
  }
}
