import { isIPv4, isIPv6 } from 'node:net'
import { clickIds } from '@tillsight/attribution'
import type { z } from 'zod'
import type { BotVerdict, CollectedEvent, ConsentState } from './collected-event.ts'
import type { CollectMessage, Consent, ServerMessage } from './message.ts'

/** Tags of campaigns, and ids of ads as our own templates, other tools' and the platforms' write them. */
const tags =
  /^(?:utm_\w{1,40}|ts_\w{1,40}|hx_\w{1,40}|campaign_?id|adset_?id|ad_?group_?id|ad_?id|gad_source|gad_campaignid)$/
const clickNames = new Set(clickIds.map(({ parameter }) => parameter))
const mailbox = /[^/@=&?]+(?:@|%40)[^/@=&?]+\.[a-z]{2,}/gi
const longestUrl = 2000

/**
 * The address as it may be kept: path, tags of campaigns, ids of ads and, if `clicks` may be kept, click ids
 * (attribution.md §2.7). Everything else that a query may hold is dropped, and so are addresses of people.
 */
export function cleanUrl(url: string, clicks: boolean): string {
  if (url === '') return ''
  const parsed = URL.parse(url.trim())
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return ''
  const path = withoutMailboxes(parsed.pathname)
  const kept = parsed.search.length < 2 ? '' : keepParameters(parsed.search, clicks)
  return `${parsed.protocol}//${parsed.host}${path}${kept}`.slice(0, longestUrl)
}

/** Where a visit came from: host and path. Apps of Android are kept as they name themselves. */
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

/** What a decision allows (attribution.md §4). */
interface Allowed {
  readonly consent: ConsentState
  /** Whether a visitor may be recognised at all. */
  readonly mayRecognise: boolean
  readonly mayKeepClicks: boolean
  readonly maySendUserData: boolean
  readonly mayPersonalise: boolean
}

/** What is not granted is not done: `unknown` is as good as `denied`. */
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

/** Somebody as a sender names them. */
export type NamedCustomer = NonNullable<TakenEvent['customer']>

/** What is known of an event beside what it says itself. */
interface Surroundings {
  readonly source: CollectedEvent['source']
  readonly allowed: Allowed
  /** Used only where the visitor may be recognised. */
  readonly visitorId: string
  readonly at: number
  readonly receivedAt: number
  readonly judgement: { readonly bot: BotVerdict; readonly reasons: readonly string[] }
  /** Cut already; see `networkOf`. */
  readonly network: string
  /** Told by another site than the shop's. */
  readonly isForeign: boolean
  /** Keyed hashes of whoever is named. */
  readonly identify: (customer: NamedCustomer) => readonly string[]
}

/** An event as it is safe to store: nothing in it goes beyond what the visitor agreed to. */
export function toCollectedEvent(event: TakenEvent, around: Surroundings): CollectedEvent {
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

/** What it was about. The order also without consent: that its visit was seen and stays unknown says nothing about who it was. */
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
 * An instant by our clock. What the sender's clock is off is told by when a message was sent and when it came in. It is
 * rounded to minutes: what is less may be the message's own way, and an event that is told again keeps its time. Nothing
 * happens after it is told.
 */
export function correctInstant(at: number, clock: { readonly sent: number; readonly received: number }): number {
  const off = Math.round((clock.received - clock.sent) / minuteMs) * minuteMs
  return Math.min(at + off, clock.received)
}

/** The network that an address is in: IPv4 cut to /24, IPv6 to /48; empty for what is no address. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (!isIPv6(address)) return ''
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end takes the place of two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - before.length - width
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
