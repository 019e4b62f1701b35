import type { Settings } from './options.ts'

const hourMs = 3_600_000

/** The used quota of an account: rises with each call and falls over the hour. */
export class Usage {
  readonly #settings: Settings
  readonly #calls = new Map<string, number[]>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Counts a call; false if it exceeds the limit. */
  count(accountId: string): boolean {
    const now = this.#settings.now().getTime()
    const calls = this.#recent(accountId, now)
    this.#calls.set(accountId, calls)
    if (calls.length >= this.#settings.hourlyCalls) return false
    calls.push(now)
    return true
  }

  /** Minutes until the oldest call of the hour no longer counts. */
  minutesLeft(accountId: string): number {
    const now = this.#settings.now().getTime()
    const [oldest] = this.#recent(accountId, now)
    return oldest === undefined ? 0 : Math.ceil((oldest + hourMs - now) / 60_000)
  }

  /** The usage headers of a response about an account; not every response has all of them. */
  headers(accountId: string, told?: { readonly percent: number; readonly minutes: number }): Record<string, string> {
    const { tier, hourlyCalls, now } = this.#settings
    const used = this.#recent(accountId, now().getTime()).length
    const percent = told?.percent ?? Math.min(100, Math.floor((100 * used) / hourlyCalls))
    const entry = {
      type: 'ads_insights',
      call_count: percent,
      total_cputime: Math.floor(percent * 0.8),
      total_time: Math.floor(percent * 0.9),
      estimated_time_to_regain_access: told?.minutes ?? (percent >= 100 ? this.minutesLeft(accountId) : 0),
      ads_api_access_tier: tier,
    }
    return {
      'x-business-use-case-usage': JSON.stringify({ [accountId]: [entry] }),
      ...(used % 3 === 0
        ? {}
        : { 'x-ad-account-usage': JSON.stringify({ acc_id_util_pct: percent / 2, reset_time_duration: 100 }) }),
      ...(used % 2 === 0
        ? {}
        : { 'x-fb-ads-insights-throttle': JSON.stringify({ app_id_util_pct: 1.5, acc_id_util_pct: percent }) }),
      'x-app-usage': JSON.stringify({ call_count: 1, total_time: 1, total_cputime: 1 }),
    }
  }

  #recent(accountId: string, now: number): number[] {
    const calls = this.#calls.get(accountId) ?? []
    // Older ones come first.
    let gone = 0
    while (gone < calls.length && (calls[gone] ?? now) <= now - hourMs) gone += 1
    return gone === 0 ? calls : calls.slice(gone)
  }
}
