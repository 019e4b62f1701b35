import { ConnectorError } from '../failures.ts'
import type { HttpResponse } from '../http.ts'
import { throttled } from './failures.ts'

/** How much of an account's quota was used according to Meta's last response. */
interface Used {
  readonly percent: number
  /** In milliseconds; requests are worthwhile again from then on. */
  readonly freeAt: number
}

const slowAt = 50
const singleAt = 75
const stopAt = 95
/** The default if Meta does not say how long. */
const usualMinutes = 5

/** Reads the usage headers of every response and stays below Meta's limits: per account, and for the app. */
export class Allowance {
  readonly #used = new Map<string, Used>()
  #turn: Promise<void> = Promise.resolve()

  /** Reads the headers of a response. */
  learn(accountId: string, response: HttpResponse, now: Date): void {
    const percent = usedPercent(response, accountId)
    if (percent === undefined) return
    const minutes = minutesUntilFree(response) || usualMinutes
    this.#used.set(accountId, { percent, freeAt: now.getTime() + minutes * 60_000 })
  }

  /** Milliseconds to wait before the next call. Throws `throttled` when nothing is left. */
  pauseMs(accountId: string, now: Date, name: string | undefined): number {
    const used = this.#used.get(accountId)
    if (used === undefined || used.percent < slowAt) return 0
    if (used.percent < stopAt) return used.percent < singleAt ? 2_000 : 10_000
    const leftMs = used.freeAt - now.getTime()
    if (leftMs <= 0) return 0
    throw new ConnectorError({
      ...throttled({ waitMs: leftMs, account: name }),
      platformCode: 'usage',
    })
  }

  /** Runs calls one after the other once most of the quota is used; otherwise immediately. */
  async inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    if ((this.#used.get(accountId)?.percent ?? 0) < singleAt) return await work()
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    try {
      return await work()
    } finally {
      resolve()
    }
  }
}

/** The highest usage in any of the headers; undefined if there are none. */
function usedPercent({ headers }: HttpResponse, accountId: string): number | undefined {
  const cases = usesOf(headers['x-business-use-case-usage'], accountId)
  const shares = [
    ...cases.flatMap((one) => numbersOf(one, ['call_count', 'total_cputime', 'total_time'])),
    ...numbersOf(read(headers['x-ad-account-usage']), ['acc_id_util_pct']),
    ...numbersOf(read(headers['x-fb-ads-insights-throttle']), ['app_id_util_pct', 'acc_id_util_pct']),
    ...numbersOf(read(headers['x-app-usage']), ['call_count', 'total_cputime', 'total_time']),
  ]
  return shares.length === 0 ? undefined : Math.max(...shares)
}

/** Minutes until access is restored, as stated in the response; 0 if it is not. */
export function minutesUntilFree({ headers }: HttpResponse): number {
  const cases = Object.values(read(headers['x-business-use-case-usage'])).flatMap((one) =>
    Array.isArray(one) ? one : [],
  )
  return Math.max(0, ...cases.flatMap((one) => numbersOf(one, ['estimated_time_to_regain_access'])))
}

/** The usage entries of the account in a header. */
function usesOf(header: string | undefined, accountId: string): unknown[] {
  const told = read(header)
  const own = told[accountId] ?? told[`act_${accountId}`]
  return Array.isArray(own) ? own : []
}

function numbersOf(value: unknown, keys: readonly string[]): number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, number]) =>
    keys.includes(key) && typeof number === 'number' && Number.isFinite(number) ? [number] : [],
  )
}

function read(header: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(header ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
