import { isIPv6 } from 'node:net'
import type { Clock } from '@tillsight/core'
import type { AuthSettings } from '../settings.ts'

/** How fast a bucket refills and how much it holds. */
interface BucketSize {
  readonly capacity: number
  readonly refillPerMs: number
}

/** Level of one bucket at an instant. */
export interface BucketLevel {
  readonly tokens: number
  readonly atMs: number
}

/** The level at `nowMs`, before anything is taken. If the clock was set back, the level stays the same. */
export function refill(size: BucketSize, level: BucketLevel, nowMs: number): BucketLevel {
  const elapsedMs = Math.max(0, nowMs - level.atMs)
  return { tokens: Math.min(size.capacity, level.tokens + elapsedMs * size.refillPerMs), atMs: nowMs }
}

/** The level after taking one token; undefined if there is none. */
export function takeToken(level: BucketLevel): BucketLevel | undefined {
  // Many small refills may fall short of a whole number by a rounding error.
  return level.tokens < 1 - 1e-9 ? undefined : { ...level, tokens: Math.max(0, level.tokens - 1) }
}

const minuteMs = 60_000
const burst = 30
const mostEntries = 50_000

/** The kinds of calls that are limited separately, each per caller. */
export type IpBucket =
  | 'signup'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'update_user'
  | 'token'
  | 'verify'
  | 'factor_challenge'
  | 'factor_verify'
  | 'sso'
  | 'saml_acs'
  | 'anonymous'
  | 'oauth_authorize'
  | 'oauth_token'

/** Calls per address, counted in this process. */
export interface IpLimits {
  /** Whether this call is allowed; only allowed calls are counted. */
  take(bucket: IpBucket, ip: string): boolean
}

/** `maxEntries`: addresses × buckets that are remembered; the ones not seen for longest are forgotten first. */
interface IpLimitsOptions {
  readonly rates: AuthSettings['limits']
  readonly clock: Clock
  readonly maxEntries?: number
}

/** Token buckets by IP address. IPv6 callers are grouped by /64, because that is what one customer is given. */
export function createIpLimits({ rates, clock, maxEntries = mostEntries }: IpLimitsOptions): IpLimits {
  const sizes = bucketSizes(rates)
  const levels = new Map<string, BucketLevel>()
  return {
    take(bucket, ip) {
      const key = `${bucket} ${networkOf(ip)}`
      const size = sizes[bucket]
      const nowMs = clock.now().getTime()
      const level = refill(size, levels.get(key) ?? { tokens: size.capacity, atMs: nowMs }, nowMs)
      const rest = takeToken(level)
      // A Map keeps insertion order: re-inserting moves an entry to the end, so the first entry is the oldest.
      levels.delete(key)
      levels.set(key, rest ?? level)
      if (levels.size > maxEntries) forgetOldest(levels)
      return rest !== undefined
    },
  }
}

function forgetOldest(levels: Map<string, BucketLevel>): void {
  const oldest = levels.keys().next()
  if (!oldest.done) levels.delete(oldest.value)
}

function bucketSizes(rates: AuthSettings['limits']): Readonly<Record<IpBucket, BucketSize>> {
  const mail = size(rates.otp, 5 * minuteMs)
  const factor = size(15, minuteMs)
  return {
    signup: mail,
    otp: mail,
    magiclink: mail,
    recover: mail,
    resend: mail,
    update_user: mail,
    token: size(rates.token, 5 * minuteMs),
    verify: size(rates.verify, 5 * minuteMs),
    factor_challenge: factor,
    factor_verify: factor,
    sso: size(rates.sso, 5 * minuteMs),
    saml_acs: size(15, 5 * minuteMs),
    anonymous: size(rates.anonymous, 60 * minuteMs),
    oauth_authorize: size(rates.verify, 5 * minuteMs),
    oauth_token: size(rates.token, 5 * minuteMs),
  }
}

/** A rate of 0 refuses every call, as a budget of 0 does. */
function size(count: number, periodMs: number): BucketSize {
  return { capacity: count === 0 ? 0 : burst, refillPerMs: count / periodMs }
}

/** The part of an IP address that identifies one caller. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  const embedded = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (embedded !== undefined || !isIPv6(address)) return embedded ?? address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const written = after.length + (tail.includes('.') ? 1 : 0)
  const gap = address.includes('::') ? Math.max(0, 8 - before.length - written) : 0
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
