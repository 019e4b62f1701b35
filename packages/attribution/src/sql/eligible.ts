import type { CreditConfig } from '../credit/index.ts'

/** Which touches can earn at all. */
export type WindowRules = Pick<CreditConfig, 'click_window_days' | 'view_window_days' | 'journey_scope'>

const dayMs = 86_400_000
/** Before every touch there is. */
const ever = '-9000000000000000'

/**
 * Whether a touch can earn from its order, for a lambda of its kind `k` and time `t`; both ends of a window are inside it.
 * A touch of the previous order's instant is that order's. The source has `order_ms` and `previous_ms`, 0 for none.
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

/** The first instant from which on touches count. */
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
