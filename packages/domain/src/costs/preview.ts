import { type Amount, addAmounts, subtractAmounts, zeroAmount } from '@tillsight/core'
import { type Day, dayOf, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { type CostedDifference, compareCosts, inPieces, type MovedState } from '../ledger/index.ts'
import { readShareMoves } from '../spend/index.ts'
import { findReach } from './made-of.ts'
import { applySteps, type Reach, type Step } from './steps.ts'

const OrderRow = z.object({ order_id: z.string() })

/** Goods that fit into a query. */
const mostNamed = 5_000

/** Orders placed from the first day on, with the goods of a change; of more goods than a query holds, all orders. */
function reached({ from, goods: named }: Reach, zone: string) {
  const goods = named !== undefined && named.length > mostNamed ? undefined : named
  const since = from === null ? 0 : Math.floor(startOfDay(from, zone).getTime() / 1000)
  const sql = `FROM ledger WHERE shop_id = {shop:UUID} AND side = 'sale' AND placed_at >= toDateTime({from:UInt32}, 'UTC')
    ${goods === undefined ? '' : 'AND (variant_id IN {goods:Array(String)} OR product_id IN {goods:Array(String)})'}`
  return { sql, params: { from: since, ...(goods && { goods }) } }
}

/** The orders that a change reaches, or so many of them. */
export async function findReached(
  { warehouse, shop }: Pick<WriteContext, 'warehouse' | 'shop'>,
  reach: Reach,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  if (reach.orders) return [...reach.orders]
  if (reach.goods?.length === 0) return []
  const { sql, params } = reached(reach, shop.zone)
  const limit = most === Number.POSITIVE_INFINITY ? '' : `LIMIT ${most}`
  const distinct = `SELECT DISTINCT order_id ${sql} ORDER BY order_id ${limit}`
  const rows = await warehouse.read({ sql: distinct, params }, OrderRow)
  return rows.map(({ order_id }) => order_id)
}

const Size = z.object({ orders: z.coerce.number(), first: z.coerce.number(), last: z.coerce.number() })

/** How many orders are reached, and which days; of orders that are named, the days are not looked up. */
async function measure({ warehouse, shop }: Pick<WriteContext, 'warehouse' | 'shop'>, reach: Reach) {
  if (reach.orders) return { orders: reach.orders.length, first: 0, last: 0 }
  const { sql, params } = reached(reach, shop.zone)
  const [size] = await warehouse.read(
    {
      sql: `SELECT uniqExact(order_id) AS orders, toUnixTimestamp(min(booked_at)) AS first,
        toUnixTimestamp(max(booked_at)) AS last ${sql}`,
      params,
    },
    Size,
  )
  return size ?? { orders: 0, first: 0, last: 0 }
}

/** What a change would do. Amounts are in shop currency. */
export interface Preview {
  /** Orders and lines whose amount or state changes. */
  readonly orders: number
  readonly lines: number
  /** First and last day on which profit or a state changes; null if none does. */
  readonly from: Day | null
  readonly to: Day | null
  /** What profit gains. */
  readonly delta: Amount
  readonly byMonth: readonly { readonly month: string; readonly delta: Amount }[]
  readonly examples: readonly { readonly order: string; readonly name: string; readonly delta: Amount }[]
  /** How far costs are known differently. */
  readonly moved: readonly MovedState[]
  /** More orders than can be worked out while somebody waits: `orders` and days are those that it may reach, nothing else is known. */
  readonly isPending: boolean
}

const nothing: Preview = {
  orders: 0,
  lines: 0,
  from: null,
  to: null,
  delta: zeroAmount,
  byMonth: [],
  examples: [],
  moved: [],
  isPending: false,
}
const mostExamples = 5
/** Orders that are worked out while somebody waits: some seconds. */
const mostCompared = 20_000

/** Works out exactly what steps would do to every order that they reach, unless these are more than `most`. Writes nothing. */
export async function previewSteps(ctx: WriteContext, steps: readonly Step[], most = mostCompared): Promise<Preview> {
  const reach = await findReach(ctx, steps)
  // Of most changes one look tells both that they are small enough, and which orders they are.
  const found = await findReached(ctx, reach, most + 1)
  if (found.length > most) {
    const { orders, first, last } = await measure(ctx, reach)
    const day = (seconds: number) => dayOf(new Date(seconds * 1000), ctx.shop.zone)
    return { ...nothing, orders, from: day(first), to: day(last), isPending: true }
  }
  const tally = createTally()
  for (const piece of inPieces(found)) {
    tally.add(await compareCosts(ctx, piece, applySteps(steps)))
  }
  for (const [day, more] of await readShareMoves(ctx, tally.sales)) tally.addDay(day, subtractAmounts(zeroAmount, more))
  return tally.read()
}

/** Adds up what changes piece by piece: the differences of a whole shop would not fit into memory. */
function createTally() {
  const months = new Map<string, Amount>()
  const examples: { order: string; name: string; delta: Amount }[] = []
  const moves = new Map<string, MovedState>()
  const sales = new Map<Day, Amount>()
  let [orders, lines] = [0, 0]
  let days: { readonly from: Day; readonly to: Day } | undefined
  const addDay = (day: Day, gain: Amount) => {
    days ??= { from: day, to: day }
    days = { from: day < days.from ? day : days.from, to: day > days.to ? day : days.to }
    const month = day.slice(0, 7)
    months.set(month, addAmounts(months.get(month) ?? zeroAmount, gain))
  }
  const addMove = (move: MovedState) => {
    const key = `${move.kind} ${move.from} ${move.to}`
    moves.set(key, { ...move, weight: addAmounts(moves.get(key)?.weight ?? zeroAmount, move.weight) })
  }
  return {
    /** What net sales gain, by day. */
    sales,
    addDay,
    add(found: readonly CostedDifference[]): void {
      orders += found.length
      for (const { orderId, orderName, lines: own, byDay, salesByDay, moved } of found) {
        lines += own
        for (const [day, gain] of salesByDay) sales.set(day, addAmounts(sales.get(day) ?? zeroAmount, gain))
        for (const [day, gain] of byDay) addDay(day, gain)
        for (const move of moved) addMove(move)
        if (examples.length === mostExamples) continue
        examples.push({ order: orderId, name: orderName, delta: addAmounts(zeroAmount, ...byDay.values()) })
      }
    },
    read: (): Preview => ({
      orders,
      lines,
      from: days?.from ?? null,
      to: days?.to ?? null,
      delta: addAmounts(zeroAmount, ...months.values()),
      byMonth: [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, delta]) => ({ month, delta })),
      examples,
      moved: [...moves.values()],
      isPending: false,
    }),
  }
}

/** The same change the other way round. */
export function reversePreview(preview: Preview): Preview {
  const back = <Moved extends { readonly delta: Amount }>(moved: Moved): Moved => ({
    ...moved,
    delta: subtractAmounts(zeroAmount, moved.delta),
  })
  return {
    ...back(preview),
    byMonth: preview.byMonth.map(back),
    examples: preview.examples.map(back),
    moved: preview.moved.map(({ from, to, ...move }) => ({ ...move, from: to, to: from })),
  }
}
