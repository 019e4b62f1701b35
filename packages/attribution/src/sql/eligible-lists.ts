import { type CreditConfig, direct } from '../credit/index.ts'
import { eligibleSql } from './eligible.ts'

/** What is told of the touches that can earn. */
export interface BaseAsk {
  /** As of a question about credit. */
  readonly source: string
  readonly config: CreditConfig
  readonly lists: readonly ('touch_ids' | 'touch_ms' | 'channels' | 'platforms')[]
  /** Columns of the source that are passed on. */
  readonly keep: readonly string[]
}

/** A subquery with one row for each order and its lists cut down to the base set of models: eligible clicks, after the direct policy. */
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
