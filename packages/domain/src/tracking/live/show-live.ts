import { addDays, dayOf, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'

// Queries of the live view. No result identifies a person or a device.

/** The newest events, masked. */
const eventsSql = `SELECT event_id, toUnixTimestamp64Milli(at) AS at_ms, name, source, url, referrer,
  substring(visitor_id, 1, {digits:UInt8}) AS visitor, toString(consent) AS consent, toString(bot) AS bot, bot_reasons,
  order_id != '' AS has_order, notEmpty(identifiers) AS has_person, toString(value) AS value, currency
FROM events WHERE shop_id = {shop:UUID}
  AND day >= (SELECT max(day) - 1 FROM events WHERE shop_id = {shop:UUID})
ORDER BY at DESC, event_id LIMIT {limit:UInt16}`

/** Events of the last hour, by name and minute. */
const hourSql = `SELECT name, toUnixTimestamp(toStartOfMinute(received_at)) * 1000 AS minute_ms, count() AS events,
  countIf(bot = 'bot') AS bots, countIf(bot = 'suspect') AS suspects,
  countIf(consent = 'granted' AND bot != 'bot') AS granted
FROM events WHERE shop_id = {shop:UUID} AND day >= toDate({day:String})
  AND toUnixTimestamp64Milli(received_at) >= {since:Int64}
GROUP BY name, minute_ms`

/** Verdicts on visits since an instant, with their signals. */
const judgedSql = `SELECT toString(touches.bot) AS bot, bot_reasons, count() AS visits
FROM touches WHERE shop_id = {shop:UUID} AND origin IN ('pixel', 'server') AND at >= fromUnixTimestamp64Milli({since:Int64})
GROUP BY bot, bot_reasons`

/** Orders booked since an instant; one counts as tracked if a device reported it, or if its buyer's device is known. */
const trackedSql = `SELECT count() AS orders, countIf(
    order_id IN (SELECT order_id FROM identifications WHERE shop_id = {shop:UUID} AND order_id != '')
    OR customer_id IN (SELECT customer_id FROM identities WHERE shop_id = {shop:UUID} AND identifier IN (
      SELECT arrayJoin(identifiers) FROM identifications WHERE shop_id = {shop:UUID}))
  ) AS tracked
FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND toUnixTimestamp(booked_at) >= {since:Int64}`

const mostEvents = 50
const trackedDays = 7
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Enough of a visitor's id to distinguish visitors on screen, but not to identify one. */
const shownDigits = 6

/** An event as shown to everybody who may see figures. */
const LiveEvent = z.object({
  id: z.string(),
  at: z.string(),
  name: z.string(),
  source: z.string(),
  url: z.string(),
  referrer: z.string(),
  /** The beginning of the visitor's id; empty without consent. */
  visitor: z.string(),
  consent: z.string(),
  bot: z.string(),
  botReasons: z.array(z.string()),
  /** Whether it contains an order, and whether it contains a person. */
  hasOrder: z.boolean(),
  hasPerson: z.boolean(),
  /** Exact decimal; null if there is none. */
  value: z.string().nullable(),
  currency: z.string(),
})

/** Current events, and the tracked share of orders. */
export const LiveView = z.object({
  /** The newest first. */
  events: z.array(LiveEvent),
  hour: z.object({
    /** Every minute of the last hour, the oldest first. */
    minutes: z.array(z.object({ at: z.string(), events: z.number() })),
    /** The most frequent first. */
    names: z.array(z.object({ name: z.string(), events: z.number() })),
    events: z.number(),
    bots: z.number(),
    suspects: z.number(),
    /** Events with consent; this and the next count exclude bots. */
    granted: z.number(),
    people: z.number(),
  }),
  /** Orders booked since the first of these days, and those whose buyer's device is known. */
  tracked: z.object({ since: z.string(), orders: z.number(), tracked: z.number() }),
  /** Visits with touches since the first of these days, by their current verdict. */
  visits: z.object({
    since: z.string(),
    visits: z.number(),
    bots: z.number(),
    suspects: z.number(),
    /** Kinds of signals, the most frequent first; a visit can show several. */
    reasons: z.array(z.object({ reason: z.string(), visits: z.number() })),
  }),
  /** Whether there was ever an event. */
  hasAny: z.boolean(),
})
/** See {@link LiveView}. */
export type LiveView = z.infer<typeof LiveView>

const EventRow = z.object({
  event_id: z.string(),
  at_ms: z.coerce.number(),
  name: z.string(),
  source: z.string(),
  url: z.string(),
  referrer: z.string(),
  visitor: z.string(),
  consent: z.string(),
  bot: z.string(),
  bot_reasons: z.array(z.string()),
  has_order: z.coerce.boolean(),
  has_person: z.coerce.boolean(),
  value: z.string(),
  currency: z.string(),
})
const count = z.coerce.number()
const HourRow = z.object({
  name: z.string(),
  minute_ms: count,
  events: count,
  bots: count,
  suspects: count,
  granted: count,
})
const JudgedRow = z.object({ bot: z.string(), bot_reasons: z.array(z.string()), visits: count })
const TrackedRow = z.object({ orders: count, tracked: count })

/** The newest events, those of the last hour by minute, and the share of orders with a known device. */
export const showLive = defineVerb({
  name: 'tracking.live',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: LiveView,
  async run({ clock, shop, warehouse }: ShopContext): Promise<LiveView> {
    const now = clock.now()
    const since = addDays(dayOf(now, shop.zone), 1 - trackedDays)
    const sinceMs = startOfDay(since, shop.zone).getTime()
    const from = new Date(now.getTime() - 60 * minuteMs)
    const [events, hour, judged, [tracked]] = await Promise.all([
      warehouse.read({ sql: eventsSql, params: { limit: mostEvents, digits: shownDigits } }, EventRow),
      warehouse.read(
        {
          sql: hourSql,
          params: { since: from.getTime(), day: new Date(from.getTime() - dayMs).toISOString().slice(0, 10) },
        },
        HourRow,
      ),
      warehouse.read({ sql: judgedSql, params: { since: sinceMs } }, JudgedRow),
      warehouse.read({ sql: trackedSql, params: { since: Math.floor(sinceMs / 1000) } }, TrackedRow),
    ])
    return {
      events: events.map(toLiveEvent),
      hour: sumHour(hour, now.getTime()),
      tracked: { since, orders: tracked?.orders ?? 0, tracked: tracked?.tracked ?? 0 },
      visits: { since, ...sumVisits(judged) },
      hasAny: events.length > 0,
    }
  },
})

function toLiveEvent(row: z.infer<typeof EventRow>): z.infer<typeof LiveEvent> {
  const { name, source, url, referrer, visitor, consent, bot, currency } = row
  return {
    id: row.event_id,
    at: new Date(row.at_ms).toISOString(),
    name,
    source,
    url,
    referrer,
    visitor,
    consent,
    bot,
    currency,
    botReasons: row.bot_reasons,
    hasOrder: row.has_order,
    hasPerson: row.has_person,
    value: currency === '' ? null : row.value,
  }
}

function sumVisits(rows: readonly z.infer<typeof JudgedRow>[]): Omit<LiveView['visits'], 'since'> {
  const sum = (of: readonly z.infer<typeof JudgedRow>[]) => of.reduce((total, { visits }) => total + visits, 0)
  const kinds = [...new Set(rows.flatMap((row) => row.bot_reasons))]
  return {
    visits: sum(rows),
    bots: sum(rows.filter(({ bot }) => bot === 'bot')),
    suspects: sum(rows.filter(({ bot }) => bot === 'suspect')),
    reasons: kinds
      .map((reason) => ({ reason, visits: sum(rows.filter((row) => row.bot_reasons.includes(reason))) }))
      .toSorted((x, y) => y.visits - x.visits || x.reason.localeCompare(y.reason)),
  }
}

function sumHour(rows: readonly z.infer<typeof HourRow>[], now: number): LiveView['hour'] {
  const sum = (pick: (row: z.infer<typeof HourRow>) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const last = Math.floor(now / minuteMs) * minuteMs
  const names = Map.groupBy(rows, ({ name }) => name)
  const minutes = Map.groupBy(rows, (row) => row.minute_ms)
  const total = (of: readonly z.infer<typeof HourRow>[] | undefined) =>
    (of ?? []).reduce((all, { events }) => all + events, 0)
  return {
    minutes: Array.from({ length: 60 }, (_, n) => last - (59 - n) * minuteMs).map((at) => ({
      at: new Date(at).toISOString(),
      events: total(minutes.get(at)),
    })),
    names: [...names]
      .map(([name, of]) => ({ name, events: total(of) }))
      .toSorted((x, y) => y.events - x.events || x.name.localeCompare(y.name)),
    events: sum(({ events }) => events),
    bots: sum(({ bots }) => bots),
    suspects: sum(({ suspects }) => suspects),
    granted: sum(({ granted }) => granted),
    people: sum(({ events, bots }) => events - bots),
  }
}
