import { isIPv4, isIPv6 } from 'node:net'
import { clickIds } from '@tillsight/attribution'
import type { z } from 'zod'
import type { BotVerdict, CollectedEvent, ConsentState } from './collected-event.ts'
import type { CollectMessage, Consent, ServerMessage } from './message.ts'

/** Campaign tags, and ad ids in the parameters of our own templates, other tools and the platforms. */
const tags =
  /^(?:utm_\w{1,40}|ts_\w{1,40}|hx_\w{1,40}|campaign_?id|adset_?id|ad_?group_?id|ad_?id|gad_source|gad_campaignid)$/
const clickNames = new Set(clickIds.map(({ parameter }) => parameter))
const mailbox = /[^/@=&?]+(?:@|%40)[^/@=&?]+\.[a-z]{2,}/gi
const longestUrl = 2000

/**
 * The address in the form that may be stored: path, campaign tags, ad ids and, if `clicks` is set, click ids (attribution.md
 * §2.7). All other parameters are dropped, as are email addresses.
 */
export function cleanUrl(url: string, clicks: boolean): string {
  if (url === '') return ''
  const parsed = URL.parse(url.trim())
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return ''
  const path = withoutMailboxes(parsed.pathname)
  const kept = parsed.search.length < 2 ? '' : keepParameters(parsed.search, clicks)
  return `${parsed.protocol}//${parsed.host}${path}${kept}`.slice(0, longestUrl)
}

/** The source of a visit: host and path. Android apps keep their own form. */
export function cleanReferrer(referrer: string): string {
  const text = referrer.trim()
  const app = /^android-app:\/\/[\w.]+/.exec(text)?.[0]
  return app ?? cleanUrl(text.replace(/[?#].*$/s, ''), false)
}

function withoutMailboxes(text: string): string {
  return text.includes('@') || text.includes('%40') ? text.replace(mailbox, '*') : text
}

function keepParameters(search: string, clicks: boolean): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const end = pair.indexOf('=')
      const name = (end === -1 ? pair : pair.slice(0, end)).toLowerCase()
      return end < pair.length - 1 && (tags.test(name) || (clicks && clickNames.has(name)))
    })
    .map(withoutMailboxes)
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** What a consent decision permits (attribution.md §4). */
interface Allowed {
  readonly consent: ConsentState
  /** Whether a visitor may be recognised at all. */
  readonly mayRecognise: boolean
  readonly mayKeepClicks: boolean
  readonly maySendUserData: boolean
  readonly mayPersonalise: boolean
}

/** Anything not granted is not done: `unknown` is treated like `denied`. */
export function readConsent(signals: z.infer<typeof Consent>): Allowed {
  const isWithdrawn = signals.withdrawn === true
  const mayRecognise = !isWithdrawn && signals.analytics_storage === 'granted'
  return {
    consent: isWithdrawn ? 'withdrawn' : signals.analytics_storage,
    mayRecognise,
    mayKeepClicks: mayRecognise && signals.ad_storage === 'granted',
    maySendUserData: mayRecognise && signals.ad_user_data === 'granted',
    mayPersonalise: mayRecognise && signals.ad_personalization === 'granted',
  }
}

type TakenEvent = Omit<
  CollectMessage['events'][number] & ServerMessage['events'][number],
  'url' | 'visitor' | 'consent'
> & {
  readonly url?: string | undefined
}

/** A person as identified by a sender. */
export type NamedCustomer = NonNullable<TakenEvent['customer']>

/** Data about an event besides its own. */
interface Context {
  readonly source: CollectedEvent['source']
  readonly allowed: Allowed
  /** Only used if the visitor may be recognised. */
  readonly visitorId: string
  readonly at: number
  readonly receivedAt: number
  readonly judgement: { readonly bot: BotVerdict; readonly reasons: readonly string[] }
  /** Already truncated; see `networkOf`. */
  readonly network: string
  /** Sent by a site other than the shop's. */
  readonly isForeign: boolean
  /** Computes the keyed hashes of a named customer. */
  readonly identify: (customer: NamedCustomer) => readonly string[]
}

/** Converts an event into its storable form, which contains only what the visitor has consented to. */
export function toCollectedEvent(event: TakenEvent, around: Context): CollectedEvent {
  const { allowed } = around
  const { mayRecognise } = allowed
  return {
    eventId: event.id,
    visitorId: mayRecognise ? around.visitorId : '',
    at: around.at,
    receivedAt: around.receivedAt,
    name: event.name,
    source: around.source,
    url: cleanUrl(event.url ?? '', allowed.mayKeepClicks),
    referrer: cleanReferrer(event.referrer ?? ''),
    consent: allowed.consent,
    mayKeepClicks: allowed.mayKeepClicks,
    maySendUserData: allowed.maySendUserData,
    mayPersonalise: allowed.mayPersonalise,
    identifiers: mayRecognise && event.customer !== undefined ? around.identify(event.customer) : [],
    ...businessOf(event, mayRecognise),
    browserKeys: allowed.maySendUserData ? presentKeys(event.ids) : {},
    bot: around.judgement.bot,
    botReasons: around.judgement.reasons,
    network: mayRecognise ? around.network : '',
    isForeign: around.isForeign,
  }
}

/**
 * The event's order and value. The order is kept even without consent: knowing that its visit was seen but is unidentified
 * reveals nothing about the person.
 */
function businessOf(
  { order = '', checkout = '', cart = '', value = '0', currency = '' }: TakenEvent,
  mayRecognise: boolean,
) {
  const tokens = mayRecognise ? { checkoutToken: checkout, cartToken: cart } : { checkoutToken: '', cartToken: '' }
  return { orderId: order, ...tokens, value, currency }
}

function presentKeys(ids: TakenEvent['ids']): CollectedEvent['browserKeys'] {
  const keys: Record<string, string> = {}
  for (const [name, key] of Object.entries(ids ?? {})) if (key !== undefined && key !== '') keys[name] = key
  return keys
}

const minuteMs = 60_000

/**
 * Converts an instant to our clock. The error of the sender's clock is the difference between when a message was sent and
 * when it arrived, rounded to minutes: less may be the message's transit time, and a repeated event keeps its time. No event
 * is later than its arrival.
 */
export function correctInstant(at: number, clock: { readonly sent: number; readonly received: number }): number {
  const off = Math.round((clock.received - clock.sent) / minuteMs) * minuteMs
  return Math.min(at + off, clock.received)
}

/** The network of an IP address: IPv4 truncated to /24, IPv6 to /48; empty if it is invalid. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (!isIPv6(address)) return ''
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end replaces two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - before.length - width
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
