import { eligibleSql, type WindowRules } from './eligible.ts'

/** Options for the conversions that platforms would report for a source's orders. */
export interface ClaimsAsk {
  /** A subquery of orders, as in a credit query. */
  readonly source: string
  readonly rules: WindowRules
  /** Columns of the source to pass through. */
  readonly keep: readonly string[]
}

/**
 * A subquery with one row for each order and platform with a paid click for it: `claimant`, `claimed` (Int64, millionths: the
 * whole order), `click_id` of the last such touch and `claimants`, the number of platforms that claim the same order. Never
 * to be added up.
 */
export function claimsSql({ source, rules, keep }: ClaimsAsk): string {
  const can = eligibleSql(rules, 'clicks')
  const mask = `arrayMap((k, t, p, platform) -> p = 1 AND platform != '' AND ${can}, kinds, touch_ms, paid, platforms)`
  const kept = [...new Set(['value', ...keep])].join(', ')
  const clicks = `(SELECT ${kept}, arrayFilter((x, m) -> m, platforms, mask) AS seen, arrayFilter((x, m) -> m, touch_ids, mask) AS ids
    FROM (SELECT *, ${mask} AS mask FROM ${source}))`
  const last = 'arrayReverse(arrayEnumerateUniq(arrayReverse(seen)))'
  return `(SELECT ${[...keep, 'claimant'].join(', ')}, value AS claimed, click_id, length(claimers) AS claimants
  FROM (SELECT ${kept}, arrayFilter((x, b) -> b = 1, seen, ${last}) AS claimers,
    arrayFilter((x, b) -> b = 1, ids, ${last}) AS claimer_ids FROM ${clicks})
  ARRAY JOIN claimers AS claimant, claimer_ids AS click_id)`
}
