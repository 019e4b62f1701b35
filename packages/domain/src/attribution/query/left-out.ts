import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import type { OrderFacts } from './closing.ts'
import { moneyText } from './figures.ts'
import { journeySource, leftOutSql, type SourceAsk } from './journey-source.ts'
import type { AttributionAnswer } from './outputs.ts'
import { readKnown } from './read-known.ts'

const PeopleRow = z.object({ people: z.coerce.number() })

/** What orders of people come to who were seen on too many devices to be one person, and how many people these are. */
export async function readLeftOut(
  ctx: ShopContext,
  { leftOutOrders: orders, leftOutValue }: OrderFacts,
  ask: SourceAsk,
): Promise<AttributionAnswer['left_out']> {
  const revenue = moneyText(leftOutValue)
  if (orders === 0) return { people: 0, orders, revenue }
  const source = journeySource(ask)
  const sql = `SELECT uniqExact(customer_id) AS people FROM ledger
    WHERE shop_id = {shop:UUID} AND head = 1 AND order_id IN (SELECT order_id FROM ${source.sql} WHERE ${leftOutSql})`
  const [row] = await readKnown(ctx, { sql, params: source.params }, PeopleRow)
  return { people: row?.people ?? 0, orders, revenue }
}
