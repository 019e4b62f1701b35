import { type AdditiveModel, type CreditConfig } from '../credit/types.ts'
import { allocateEvenlySql, allocateSql } from './allocate.ts'
import { eligibleSql } from './eligible.ts'
import { isOneTouch, oneTouchSql } from './one-touch.ts'
import type { SqlText } from './sql-text.ts'
import { countsSql, preferenceOf, rolesSql, type SharingModel, weighingOf } from './weights.ts'

/** What can be told of the touch that earned something: the name of the result's column, by the list it comes from. */
export const touchColumns = {
  touch_ids: 'touch_id',
  touch_ms: 'touch_at_ms',
  kinds: 'kind',
  channels: 'channel',
  platforms: 'platform',
  paid: 'is_paid',
  account_ids: 'account_id',
  campaign_ids: 'campaign_id',
  ad_set_ids: 'ad_set_id',
  ad_ids: 'ad_id',
} as const
/** One of the lists of {@link touchColumns}. */
export type TouchColumn = keyof typeof touchColumns

/** A question about credit. */
export interface CreditAsk {
  /**
   * A subquery with one row for each order: `value` and `net` (Int64, millionths), `order_ms`, `previous_ms`, `milestone_ms`,
   * `survey_channel`, and the lists of its person's touches, the oldest first.
   */
  readonly source: string
  readonly model: AdditiveModel
  readonly config: CreditConfig
  /** Millionths of a minor unit: 10,000 for two decimals. */
  readonly unit: bigint
  /** Lists whose entry of the touch is told; `channels` always is. */
  readonly touches: readonly TouchColumn[]
  /** Columns of the source that are passed on. */
  readonly keep: readonly string[]
}

/** Millionths, as one order. */
const oneOrder = 1_000_000

/**
 * A subquery with one row for each order and touch that earned something of it: `gross`, `net`, `micro` (Int64, millionths),
 * `tracked`, the columns kept and those of the touch. An order that no touch earned is one row that is not tracked. The same as
 * `attribute` of `credit/`, for all orders at once.
 */
export function creditSql(ask: CreditAsk): SqlText {
  const { model, config } = ask
  return isOneTouch(model) ? { sql: wholeSql(ask, oneTouchSql(model, config)), params: {} } : sharedSql(ask)
}

function listsOf({ touches }: CreditAsk): readonly TouchColumn[] {
  return [...new Set<TouchColumn>(['channels', ...touches])]
}

/** One touch earns everything: nothing is shared, and nothing left over. */
function wholeSql(ask: CreditAsk, at: string): string {
  const lists = listsOf(ask).map((list) => `${list}[at] AS ${touchColumns[list]}`)
  return `(SELECT ${[...ask.keep, ...lists].join(', ')}, at > 0 AS tracked,
    value AS gross, net AS net, toInt64(${oneOrder}) AS micro
  FROM (SELECT *, ${at} AS at FROM ${ask.source}))`
}

/** Lists beside those told that the model looks at. */
function neededLists(ask: CreditAsk): string[] {
  const needed = new Set<string>(listsOf(ask))
  for (const list of ['touch_ms', 'kinds', 'paid']) needed.add(list)
  if (ask.model === 'clicks_and_views' || ask.config.survey_base === 'clicks_and_views') needed.add('platforms')
  return [...needed]
}

function sharedSql(ask: CreditAsk): SqlText {
  const isBlend = ask.model === 'survey_blend'
  const base = isBlend ? ask.config.survey_base : ask.model
  const lists = neededLists(ask)
  const scalars = ['value', 'net', 'order_ms', 'milestone_ms', 'survey_channel', ...ask.keep]
  const layers: Layers = { ask, lists, scalars: [...new Set(scalars)] }
  const weighed = weighedSql(layers, base)
  const blended = isBlend ? blendSql(layers, weighed.sql) : weighed.sql
  const isEven = weighed.type === undefined && !isBlend
  return {
    sql: partsSql(layers, { from: blended, isEven, type: isBlend ? 'Int128' : weighed.type }),
    params: weighed.params,
  }
}

/** What the layers of a statement pass on. */
interface Layers {
  readonly ask: CreditAsk
  readonly lists: readonly string[]
  readonly scalars: readonly string[]
}

interface Weighed extends SqlText {
  /** Undefined: one each, without a list of weights. */
  readonly type: 'Int64' | 'Int128' | undefined
}

/** The touches of the model's set, and their weights. */
function weighedSql(layers: Layers, base: AdditiveModel): Weighed {
  const { ask, scalars, lists } = layers
  const wantsList = ask.model === 'survey_blend'
  const ones = wantsList ? ', arrayMap(c -> toInt128(1), channels) AS weights' : ''
  if (isOneTouch(base)) {
    const from = `(SELECT *, ${oneTouchSql(base, ask.config)} AS at FROM ${ask.source})`
    const only = keepSql(lists, {
      from,
      scalars,
      mask: 'arrayMap((t, i) -> i = at, touch_ms, arrayEnumerate(touch_ms))',
    })
    return { sql: `(SELECT *${ones} FROM ${only})`, params: {}, type: undefined }
  }
  if (base === 'survey_blend') throw new Error('a blend has no blend as its base')
  const { weights, type } = weighingOf(base, ask.config)
  const set = setSql(layers, base)
  if (weights === undefined) return { sql: `(SELECT *${ones} FROM ${set})`, params: {}, type: undefined }
  const known = [
    '*',
    'arrayEnumerate(channels) AS nth',
    'touch_ms[length(touch_ms)] AS newest_ms',
    ...countsSql(base),
    ...rolesSql(base),
  ]
  const cast = wantsList ? `arrayMap(w -> toInt128(w), ${weights.sql})` : weights.sql
  const sql = `(SELECT * EXCEPT (nth), ${cast} AS weights FROM (SELECT ${known.join(', ')} FROM ${set}))`
  return { sql, params: weights.params, type }
}

/** The eligible touches that the model looks at. */
function setSql({ ask, lists, scalars }: Layers, base: SharingModel): string {
  const isViews = base === 'clicks_and_views'
  const can = eligibleSql(ask.config, isViews ? 'all' : 'clicks')
  const { set } = weighingOf(base, ask.config)
  const mask =
    set === undefined
      ? `arrayMap((k, t) -> ${can}, kinds, touch_ms)`
      : `arrayMap((k, t, p) -> ${set} AND ${can}, kinds, touch_ms, paid)`
  const eligible = keepSql(lists, { from: ask.source, scalars, mask })
  const unabsorbed = isViews ? keepSql(lists, { from: eligible, scalars, mask: unabsorbedSql }) : eligible
  const preference = preferenceOf(base, ask.config)
  if (preference === undefined) return unabsorbed
  return keepSql(lists, {
    from: `(SELECT *, arrayExists((c, k) -> ${preference.any}, channels, kinds) AS prefers FROM ${unabsorbed})`,
    scalars,
    mask: `arrayMap((c, k) -> ${preference.keep} OR NOT prefers, channels, kinds)`,
  })
}

/** A view goes where a later or simultaneous click of its platform is there; looked for only where views are. */
const unabsorbedSql = `if(arrayExists(k -> k != 1, kinds),
    arrayMap((k, t, p) -> k = 1 OR p = '' OR t > arrayMax(arrayMap((ok, ot, op) -> if(ok = 1 AND op = p, ot, toInt64(-9000000000000000)), kinds, touch_ms, platforms)), kinds, touch_ms, platforms),
    arrayMap(k -> toUInt8(1), kinds))`

/** Every list without the entries that a mask leaves out. */
function keepSql(
  lists: readonly string[],
  { from, scalars, mask }: { from: string; scalars: readonly string[]; mask: string },
): string {
  const kept = lists.map((list) => `arrayFilter((x, wanted) -> wanted, source.${list}, mask) AS ${list}`)
  return `(SELECT ${[...scalars, ...kept].join(', ')} FROM (SELECT *, ${mask} AS mask FROM ${from}) AS source)`
}

/** The buyer's own answer gets its share; one that no touch shows gets a place of its own, the last. */
function blendSql({ ask, lists, scalars }: Layers, from: string): string {
  const { over: p, by: q } = ask.config.survey_share
  const pseudo: Readonly<Record<string, string>> = {
    touch_ids: "concat('survey:', survey_channel)",
    touch_ms: 'order_ms',
    kinds: 'toUInt8(1)',
    paid: 'toUInt8(0)',
    channels: 'survey_channel',
  }
  const pushed = lists.map(
    (list) => `if(adds, arrayPushBack(source.${list}, ${pseudo[list] ?? "''"}), source.${list}) AS ${list}`,
  )
  const rest = q - p
  const shared = `arrayMap((w, c) -> ${rest} * w * named + if(c = survey_channel, ${p} * base_sum, toInt128(0)), source.weights, source.channels)`
  const beside = `arrayPushBack(arrayMap(w -> ${rest} * w, source.weights), if(empty(source.weights), toInt128(1), ${p} * base_sum))`
  const weights = `multiIf(survey_channel = '', source.weights, named > 0, ${shared}, ${beside}) AS weights`
  const known = `SELECT *, toInt128(countEqual(channels, survey_channel)) AS named, arraySum(weights) AS base_sum,
      survey_channel != '' AND named = 0 AS adds FROM ${from}`
  return `(SELECT ${[...scalars, ...pushed, weights].join(', ')} FROM (${known}) AS source)`
}

interface Parts {
  readonly from: string
  readonly isEven: boolean
  readonly type: 'Int64' | 'Int128' | undefined
}

/** The three amounts of every order shared out, one row for each part. */
function partsSql({ ask }: Layers, { from, isEven, type = 'Int64' }: Parts): string {
  const amounts = [
    { amount: 'value', unit: ask.unit },
    { amount: 'net', unit: ask.unit },
    { amount: 'one', unit: 1n },
  ]
  const allocated = amounts.map((each) => (isEven ? allocateEvenlySql(each) : allocateSql(each, type)))
  const known = isEven
    ? '*, arrayEnumerate(channels) AS nth'
    : '*, arrayEnumerate(channels) AS nth, arraySum(weights) AS weight_sum, indexOf(weights, arrayMax(weights)) AS heaviest'
  const lists = listsOf(ask)
  const joined = lists.map((list) => `${list} AS ${touchColumns[list]}`)
  const told = lists.map((list) => touchColumns[list])
  return `(SELECT ${[...ask.keep, ...told].join(', ')}, tracked,
    if(tracked, value_part, value) AS gross, if(tracked, net_part, net_all) AS net, if(tracked, one_part, one) AS micro
  FROM (SELECT ${[...ask.keep, ...lists].join(', ')}, value, net AS net_all, one, notEmpty(channels) AS tracked,
    ${allocated.join(',\n    ')}
    FROM (SELECT ${known}, toInt64(${oneOrder}) AS one FROM ${from}))
  LEFT ARRAY JOIN ${[...joined, 'value_parts AS value_part', 'net_parts AS net_part', 'one_parts AS one_part'].join(', ')}
  WHERE NOT tracked OR value_part != 0 OR net_part != 0 OR one_part != 0)`
}
