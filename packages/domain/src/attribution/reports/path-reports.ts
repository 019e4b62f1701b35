import { moneyText, ratioText } from '@tillsight/metrics'
import { z } from 'zod'
import { medianOf, type ReportContext, readBase, toBucket } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

const dayMs = 86_400_000
const Bucket = z.object({ orders: z.coerce.number(), revenue: z.coerce.bigint() })
const sums = 'count() AS orders, sum(value) AS revenue'

/** Number of touches per order; orders without any are included. */
export async function reportPathLength(report: ReportContext): Promise<ReportOf<'path_length'>> {
  const rows = await readBase(report, {
    lists: ['channels'],
    row: Bucket.extend({ touches: z.coerce.number() }),
    select: (from) => `SELECT length(channels) AS touches, ${sums} FROM ${from} GROUP BY touches ORDER BY touches`,
  })
  return {
    report: 'path_length',
    rows: rows.map((row) => ({ touches: row.touches, ...toBucket(row) })),
    median: medianOf(rows.map(({ touches, orders }) => ({ at: touches, orders }))),
  }
}

/** Whole days of 24 hours from the first and from the last touch to the order. */
export async function reportTimeLag(report: ReportContext): Promise<ReportOf<'time_lag'>> {
  const rows = await readBase(report, {
    lists: ['touch_ms'],
    keep: ['value', 'order_ms'],
    row: Bucket.extend({ side: z.enum(['first', 'last']), days: z.coerce.number() }),
    select: (from) => `SELECT lag.1 AS side, lag.2 AS days, ${sums} FROM (
        SELECT value, arrayJoin([('first', intDiv(order_ms - touch_ms[1], ${dayMs})), ('last', intDiv(order_ms - touch_ms[-1], ${dayMs}))]) AS lag
        FROM ${from} WHERE notEmpty(touch_ms))
      GROUP BY side, days ORDER BY side, days`,
  })
  const of = (wanted: 'first' | 'last') => rows.filter(({ side }) => side === wanted)
  const buckets = (wanted: 'first' | 'last') => of(wanted).map((row) => ({ days: row.days, ...toBucket(row) }))
  const median = (wanted: 'first' | 'last') => medianOf(of(wanted).map(({ days, orders }) => ({ at: days, orders })))
  return {
    report: 'time_lag',
    first: buckets('first'),
    last: buckets('last'),
    median_first: median('first'),
    median_last: median('last'),
  }
}

/** Assisting and closing channels: an order counts once as assisted for every channel in any position but the last. */
export async function reportAssists(report: ReportContext): Promise<ReportOf<'assists'>> {
  const roles = await readRoles(report)
  return {
    report: 'assists',
    rows: roles.map(({ channel, assisted, first, last }) => ({
      channel,
      assisted,
      last,
      first,
      ratio: ratioText(String(assisted.orders), String(last.orders)),
    })),
  }
}

interface Roles {
  readonly channel: string
  readonly assisted: ReturnType<typeof toBucket>
  readonly first: ReturnType<typeof toBucket>
  readonly last: ReturnType<typeof toBucket>
}

/** The roles of every channel in orders; sorted by how often it was last. */
async function readRoles(report: ReportContext): Promise<Roles[]> {
  const rows = await readBase(report, {
    lists: ['channels'],
    row: Bucket.extend({ role: z.enum(['assisted', 'first', 'last']), channel: z.string() }),
    select: (from) => `SELECT part.1 AS role, part.2 AS channel, ${sums} FROM (
        SELECT value, arrayJoin(arrayConcat(arrayMap(c -> ('assisted', c), arrayDistinct(arrayPopBack(names))),
          [('first', names[1]), ('last', names[-1])])) AS part
        FROM (SELECT value, arrayMap(c -> toString(c), channels) AS names FROM ${from} WHERE notEmpty(channels)))
      GROUP BY role, channel`,
  })
  const none = { orders: 0, revenue: moneyText(0n) }
  const byChannel = Map.groupBy(rows, ({ channel }) => channel)
  const roles = [...byChannel].map(([channel, own]): Roles => {
    const of = (role: string) => {
      const found = own.find((row) => row.role === role)
      return found ? toBucket(found) : none
    }
    return { channel, assisted: of('assisted'), first: of('first'), last: of('last') }
  })
  return roles.sort(
    (one, other) =>
      other.last.orders - one.last.orders ||
      other.assisted.orders - one.assisted.orders ||
      (one.channel < other.channel ? -1 : 1),
  )
}

const PathRow = Bucket.extend({
  steps: z.array(z.string()),
  text: z.string(),
  median_days: z.coerce.number(),
  paths: z.coerce.number(),
})

/** Sequences of channels before orders, consecutive repeats merged; the most frequent first. */
export async function reportTopPaths(report: ReportContext): Promise<ReportOf<'top_paths'>> {
  const rows = await readBase(report, {
    lists: ['channels', 'touch_ms'],
    keep: ['value', 'order_ms'],
    row: PathRow,
    select: (from) => `SELECT *, count() OVER () AS paths FROM (
        SELECT steps, ${sums}, if(uniqExact(spelled) = 1, any(spelled), arrayStringConcat(steps, ' > ')) AS text,
          quantileExactLow(0.5)(days) AS median_days
        FROM (SELECT value, steps, days, arrayStringConcat(arrayMap((c, n) -> if(n > 1, concat(c, ' ×', toString(n)), c), steps, runs), ' > ') AS spelled
          FROM (SELECT value, intDiv(order_ms - touch_ms[1], ${dayMs}) AS days, arrayMap(c -> toString(c), channels) AS names,
            arrayFilter((i, c, p) -> i = 1 OR c != p, arrayEnumerate(names), names, arrayPushFront(arrayPopBack(names), '')) AS starts,
            arrayCompact(names) AS steps,
            arrayMap((a, b) -> b - a, starts, arrayPushBack(arrayPopFront(starts), length(names) + 1)) AS runs
            FROM ${from} WHERE notEmpty(channels)))
        GROUP BY steps)
      ORDER BY orders DESC, revenue DESC, arrayStringConcat(steps, ' > ') LIMIT ${report.limit}`,
  })
  return {
    report: 'top_paths',
    rows: rows.map((row) => ({ steps: row.steps, text: row.text, median_days: row.median_days, ...toBucket(row) })),
    count: rows[0]?.paths ?? 0,
  }
}

const SetRow = z.object({ names: z.array(z.string()), orders: z.coerce.number() })

/** Which channels occur in the same orders. */
export async function reportOverlap(report: ReportContext): Promise<ReportOf<'overlap'>> {
  const sets = await readBase(report, {
    lists: ['channels'],
    row: SetRow,
    select: (from) => `SELECT names, count() AS orders FROM (
        SELECT arraySort(arrayDistinct(arrayMap(c -> toString(c), channels))) AS names FROM ${from} WHERE notEmpty(channels))
      GROUP BY names`,
  })
  const having = (wanted: readonly string[]) =>
    sum(sets.filter(({ names }) => wanted.every((name) => names.includes(name))))
  const names = [...new Set(sets.flatMap((set) => set.names))].sort()
  const totals = new Map(names.map((name) => [name, having([name])]))
  const pairs = names.flatMap((a, nth) =>
    names.slice(nth + 1).flatMap((b) => {
      const both = having([a, b])
      return both === 0 ? [] : [toPair({ a, b, both }, totals)]
    }),
  )
  return {
    report: 'overlap',
    channels: names
      .map((channel) => ({
        channel,
        orders: totals.get(channel) ?? 0,
        exclusive: sum(sets.filter((set) => set.names.length === 1 && set.names[0] === channel)),
      }))
      .sort((one, other) => other.orders - one.orders || (one.channel < other.channel ? -1 : 1)),
    pairs: pairs.sort(
      (one, other) => other.both - one.both || (`${one.a} ${one.b}` < `${other.a} ${other.b}` ? -1 : 1),
    ),
  }
}

function sum(sets: readonly { readonly orders: number }[]): number {
  return sets.reduce((all, { orders }) => all + orders, 0)
}

function toPair(
  { a, b, both }: { readonly a: string; readonly b: string; readonly both: number },
  totals: ReadonlyMap<string, number>,
): ReportOf<'overlap'>['pairs'][number] {
  const [ofA, ofB] = [totals.get(a) ?? 0, totals.get(b) ?? 0]
  const part = (by: number) => ratioText(String(both), String(by)) ?? '0'
  return { a, b, both, of_a: part(ofA), of_b: part(ofB), jaccard: part(ofA + ofB - both) }
}

const PlaceRow = z.object({
  channel: z.string(),
  place: z.coerce.number(),
  orders: z.coerce.number(),
  revenue: z.coerce.number(),
})

/** Opening and closing channels: first and last touches, and the ordered Shapley values by position in the journey. */
export async function reportOpeners(report: ReportContext): Promise<ReportOf<'openers'>> {
  const [roles, places] = await Promise.all([
    readRoles(report),
    readBase(report, {
      lists: ['channels'],
      row: PlaceRow,
      select: (
        from,
      ) => `SELECT name AS channel, place, sum(part) AS orders, sum(part * value) / 1000000 AS revenue FROM (
          SELECT value, names, arrayMap((f, b) -> 1 / (f + b - 1) / length(arrayDistinct(names)), arrayEnumerateUniq(names),
            arrayReverse(arrayEnumerateUniq(arrayReverse(names)))) AS parts
          FROM (SELECT value, arrayMap(c -> toString(c), channels) AS names FROM ${from} WHERE notEmpty(channels)))
        ARRAY JOIN names AS name, parts AS part, arrayEnumerate(names) AS place
        GROUP BY channel, place ORDER BY channel, place`,
    }),
  ])
  const byChannel = Map.groupBy(places, ({ channel }) => channel)
  return {
    report: 'openers',
    rows: roles.map(({ channel, first, last }) => ({
      channel,
      first,
      last,
      places: (byChannel.get(channel) ?? []).map(({ place, orders, revenue }) => ({ place, orders, revenue })),
    })),
  }
}
