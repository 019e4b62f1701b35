import { type AdditiveModel, type CreditConfig, direct } from '../credit/index.ts'

/** The options that decide which touches are eligible. */
export type WindowRules = Pick<CreditConfig, 'click_window_days' | 'view_window_days' | 'journey_scope'>

const dayMs = 86_400_000
/** Earlier than any touch, in milliseconds. */
const ever = '-9000000000000000'

/**
 * Whether a touch is eligible for its order, for a lambda over its kind `k` and time `t`; both ends of a window are included.
 * A touch at the instant of the previous order belongs to that order. The source has `order_ms` and `previous_ms`, 0 for
 * none.
 */
export function eligibleSql(rules: WindowRules, kinds: 'clicks' | 'all'): string {
  const clicks = `k = 1 AND t >= ${sinceSql(rules, rules.click_window_days)}`
  const wanted =
    kinds === 'clicks' ? clicks : `if(k = 1, t >= ${sinceSql(rules, rules.click_window_days)}, ${viewsSql(rules)})`
  return `(${wanted} AND t <= order_ms)`
}

function viewsSql(rules: WindowRules): string {
  return `t >= ${sinceSql(rules, rules.view_window_days)}`
}

/** The earliest instant from which touches are eligible. */
function sinceSql({ journey_scope }: WindowRules, days: number | null): string {
  const window = days === null ? `toInt64(${ever})` : `(order_ms - ${wholeMs(days)})`
  if (journey_scope === 'window') return window
  return `if(previous_ms = 0, ${window}, greatest(${window}, previous_ms + 1))`
}

function wholeMs(days: number): string {
  const ms = days * dayMs
  if (!Number.isFinite(ms)) throw new Error(`${days} days are no window`)
  return String(Math.floor(ms))
}

/** Options of {@link baseSql}. */
export interface BaseAsk {
  /** A subquery of orders, as in a credit query. */
  readonly source: string
  readonly config: CreditConfig
  readonly lists: readonly ('touch_ids' | 'touch_ms' | 'channels' | 'platforms')[]
  /** Columns of the source to pass through. */
  readonly keep: readonly string[]
}

/**
 * A subquery with one row per order whose lists are reduced to the base set of models: eligible clicks, after the direct
 * policy.
 */
export function baseSql({ source, config, lists, keep }: BaseAsk): string {
  const can = eligibleSql(config, 'clicks')
  const mask =
    config.direct_policy === 'include'
      ? `arrayMap((k, t) -> ${can}, kinds, touch_ms)`
      : `arrayMap((e, c) -> e AND (c != '${direct}' OR NOT has_others), can_earn, channels)`
  const others = `SELECT *, arrayExists((e, c) -> e AND c != '${direct}', can_earn, channels) AS has_others
    FROM (SELECT *, arrayMap((k, t) -> ${can}, kinds, touch_ms) AS can_earn FROM ${source})`
  const from = config.direct_policy === 'include' ? source : `(${others})`
  const kept = lists.map((list) => `arrayFilter((x, wanted) -> wanted, source.${list}, mask) AS ${list}`)
  return `(SELECT ${[...keep, ...kept].join(', ')} FROM (SELECT *, ${mask} AS mask FROM ${from}) AS source)`
}

const isOther = `c != '${direct}'`

const oneTouchModels = ['first_click', 'last_click', 'first_non_direct', 'last_non_direct', 'last_paid'] as const
/** Models in which one touch earns the whole order. */
export type OneTouchModel = (typeof oneTouchModels)[number]

/** Whether one touch earns the whole order under the model. */
export function isOneTouch(model: AdditiveModel): model is OneTouchModel {
  return oneTouchModels.some((each) => each === model)
}

/** Position of the touch that earns the whole order, counted from 1 in the complete list; 0 for none. */
export function oneTouchSql(model: OneTouchModel, config: CreditConfig): string {
  const can = eligibleSql(config, 'clicks')
  const prefersOthers = config.direct_policy === 'exclude_unless_only'
  switch (model) {
    case 'first_click':
      return prefersOthers ? unlessNone('arrayFirstIndex', can) : firstOf(can)
    case 'last_click':
      return prefersOthers ? unlessNone('arrayLastIndex', can) : lastOf(can)
    case 'first_non_direct':
      return unlessNone('arrayFirstIndex', can)
    case 'last_non_direct':
      return unlessNone('arrayLastIndex', can)
    case 'last_paid':
      return `arrayLastIndex((k, t, p) -> p = 1 AND ${can}, kinds, touch_ms, paid)`
  }
}

function firstOf(can: string): string {
  return `arrayFirstIndex((k, t) -> ${can}, kinds, touch_ms)`
}

function lastOf(can: string): string {
  return `arrayLastIndex((k, t) -> ${can}, kinds, touch_ms)`
}

/** The first or last touch that is not direct; any touch where all are direct. */
function unlessNone(find: 'arrayFirstIndex' | 'arrayLastIndex', can: string): string {
  const other = `${find}((k, t, c) -> ${isOther} AND ${can}, kinds, touch_ms, channels)`
  return `if(${other} > 0, ${other}, ${find}((k, t) -> ${can}, kinds, touch_ms))`
}
