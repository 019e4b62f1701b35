import { type Day, type DayRange, dayOf, listDays, parseDay } from '@tillsight/core/days'
import { listChosenCurrencies, listLastRateDays, listOpenHealthIssues } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { baseCurrency, loadRates } from './rates.ts'

/** What a currency is needed for, and which rates are missing. */
export const RateUse = z.object({
  what: z.enum(['orders', 'ads', 'display']),
  from: z.string(),
  to: z.string(),
  /** Days in the range without a rate for their figures; for orders, days with orders waiting for a rate. */
  missingDays: z.number(),
  firstMissing: z.string().nullable(),
  lastMissing: z.string().nullable(),
  /** Orders waiting for a rate. */
  waiting: z.number(),
})
export type RateUse = z.infer<typeof RateUse>

/** A currency that has to be converted from or to the shop's own. */
export const RateNeed = z.object({
  currency: z.string(),
  uses: z.array(RateUse),
  /** The last day with a rate of it; null without any. */
  lastDay: z.string().nullable(),
})
export type RateNeed = z.infer<typeof RateNeed>

const Span = z.object({
  currency: z.string(),
  first: z.string().transform(parseDay),
  last: z.string().transform(parseDay),
})
const Days = z.object({ currency: z.string(), days: z.array(z.string().transform(parseDay)) })

const ordersSql = `SELECT currency, toString(toDate(min(booked_at))) AS first, toString(toDate(max(booked_at))) AS last
  FROM ledger WHERE shop_id = {shop:UUID} GROUP BY currency ORDER BY currency`
const adsSql = `SELECT currency, arraySort(arrayMap(day -> toString(day), groupUniqArray(day))) AS days
  FROM ad_days WHERE shop_id = {shop:UUID} GROUP BY currency ORDER BY currency`

type NeedContext = Pick<ShopContext, 'shop' | 'db' | 'warehouse' | 'clock'>

/** Which currencies a shop needs besides its own, for what, and which days have no rate. */
export async function readRateNeeds(ctx: NeedContext): Promise<RateNeed[]> {
  const { shop, db, clock } = ctx
  const [orders, ads, waiting, chosen] = await Promise.all([
    ctx.warehouse.read({ sql: ordersSql, params: {} }, Span),
    ctx.warehouse.read({ sql: adsSql, params: {} }, Days),
    countWaiting(ctx),
    listChosenCurrencies(db.kysely, shop.id),
  ])
  const today = dayOf(clock.now(), shop.zone)
  const first = firstOf([...orders.map((span) => span.first), ...ads.flatMap(({ days }) => days.slice(0, 1))]) ?? today
  const whole = { from: first, to: today }
  const others = new Set([...orders, ...ads].map(({ currency }) => currency))
  for (const currency of [...chosen, ...waiting.keys()]) others.add(currency)
  others.delete(shop.currency)
  const find = await loadRates({ queries: db.kysely }, [...others, shop.currency], whole)
  const lastDays = await listLastRateDays(db.kysely, baseCurrency)
  const isRated = (currency: string) => (day: Day) => find(currency, shop.currency, day) !== undefined
  return [...others].sort().map((currency) => {
    const ofOrders = orders.find((span) => span.currency === currency)
    const adDays = ads.find((one) => one.currency === currency)?.days.filter((day) => day <= today) ?? []
    const count = waiting.get(currency) ?? 0
    const rated = isRated(currency)
    return {
      currency,
      lastDay: currency === baseCurrency ? today : (lastDays.get(currency) ?? null),
      uses: [
        ...(ofOrders || count > 0
          ? [toOrdersUse(ofOrders ? { from: ofOrders.first, to: ofOrders.last } : whole, count)]
          : []),
        ...(adDays.length > 0 ? [toUse('ads', adDays, rated)] : []),
        ...(chosen.includes(currency) ? [toUse('display', listDays(whole), rated)] : []),
      ],
    }
  })
}

/** The first day with any facts, from which on rates are needed. */
export async function readFirstFactDay({ warehouse }: Pick<NeedContext, 'warehouse'>): Promise<Day | undefined> {
  const sql = `SELECT toString(min(day)) AS first FROM (
    SELECT toDate(min(booked_at)) AS day FROM ledger WHERE shop_id = {shop:UUID} HAVING count() > 0
    UNION ALL SELECT min(day) AS day FROM ad_days WHERE shop_id = {shop:UUID} HAVING count() > 0
  ) HAVING count() > 0`
  const [found] = await warehouse.read({ sql, params: {} }, z.object({ first: z.string().transform(parseDay) }))
  return found?.first
}

/** Counts the orders waiting for a rate, by currency. */
async function countWaiting({ db, shop }: NeedContext): Promise<Map<string, number>> {
  const Detail = z.object({ currency: z.string() })
  const counts = new Map<string, number>()
  for (const { kind, detail } of await listOpenHealthIssues(db.kysely, shop.id)) {
    const currency = kind === 'missing_rate' ? Detail.safeParse(detail).data?.currency : undefined
    if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return counts
}

function toOrdersUse({ from, to }: DayRange, waiting: number): RateUse {
  return { what: 'orders', from, to, missingDays: 0, firstMissing: null, lastMissing: null, waiting }
}

function toUse(what: 'ads' | 'display', days: readonly Day[], isRated: (day: Day) => boolean): RateUse {
  const missing = days.filter((day) => !isRated(day))
  return {
    what,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    missingDays: missing.length,
    firstMissing: missing[0] ?? null,
    lastMissing: missing.at(-1) ?? null,
    waiting: 0,
  }
}

function firstOf(days: readonly Day[]): Day | undefined {
  return days.toSorted()[0]
}
