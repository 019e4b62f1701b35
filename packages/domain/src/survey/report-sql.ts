// Reads what the report counts. Answers count where journeys count them: of orders that are counted, given in time.
import { type Day, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import { isInTimeSql } from '../attribution/journeys/survey-sql.ts'
import type { ShopContext } from '../context/index.ts'
import { other } from './channels.ts'

type Range = { readonly from: Day; readonly to: Day }

const placed = "toDateTime({placed_from:UInt32}, 'UTC') AND placed_at < toDateTime({placed_until:UInt32}, 'UTC')"
const counted = `FROM journeys WHERE shop_id = {shop:UUID} AND cancelled = 0 AND placed_at >= ${placed}`
const answered = `
  FROM (SELECT order_id, question_version, toString(answer) AS said, toUnixTimestamp64Milli(answered_at) AS said_ms
    FROM survey_answers WHERE shop_id = {shop:UUID}) AS answers
  INNER JOIN (SELECT order_id AS its_order, toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms ${counted}) AS orders
    ON answers.order_id = orders.its_order
  WHERE ${isInTimeSql('said_ms', 'placed_ms')}`

const OrdersRow = z.object({ orders: z.coerce.number() })
const ordersSql = `SELECT count() AS orders ${counted}`

const CountRow = z.object({ version: z.coerce.number(), answer: z.string(), answers: z.coerce.number() })
/** How often an answer was given to a wording. */
export type AnswerCount = z.infer<typeof CountRow>
const countsSql = `SELECT question_version AS version, said AS answer, count() AS answers ${answered}
  GROUP BY question_version, said`

const OtherRow = z.object({ order: z.string() })
const othersSql = `SELECT order_id AS order ${answered} AND said = '${other}' AND question_version = {asked:UInt32}
  ORDER BY said_ms DESC, order_id LIMIT 5000`

/** Counted orders of the days, and what was answered about them by wording and answer; '' stands for skipped. */
export async function readAnswers(
  { warehouse, shop }: ShopContext,
  range: Range,
): Promise<{ readonly orders: number; readonly counts: readonly AnswerCount[] }> {
  const params = toParams(shop, range)
  const [orders, counts] = await Promise.all([
    warehouse.read({ sql: ordersSql, params }, OrdersRow),
    warehouse.read({ sql: countsSql, params }, CountRow),
  ])
  return { orders: orders[0]?.orders ?? 0, counts }
}

/** Orders whose buyers answered in their own words, the newest answers first. */
export async function readOtherOrders(
  { warehouse, shop }: ShopContext,
  { range, version }: { readonly range: Range; readonly version: number },
): Promise<string[]> {
  const params = { ...toParams(shop, range), asked: version }
  return (await warehouse.read({ sql: othersSql, params }, OtherRow)).map(({ order }) => order)
}

function toParams({ zone }: ShopContext['shop'], { from, to }: Range) {
  const seconds = (instant: Date) => instant.getTime() / 1000
  return { placed_from: seconds(startOfDay(from, zone)), placed_until: seconds(endOfDay(to, zone)) }
}
