import { adPlatforms, storePlatforms } from '@tillsight/platforms'

// Known traffic sources. Data, so that the list can grow without changes to the rules.

/** The kind of a source; together with the medium it decides the channel. */
export type SourceGroup = 'search' | 'ai' | 'social' | 'video' | 'shopping' | 'mail'

/** A known traffic source. */
export interface Source {
  readonly name: string
  readonly group: SourceGroup
}

interface KnownSource extends Source {
  /** Values of `utm_source` that name it, in lower case. */
  readonly names?: readonly string[]
  /** Domains, matched as suffixes of whole labels; with a path where only a part of the site is meant. */
  readonly domains?: readonly string[]
  /** Android package names. */
  readonly apps?: readonly string[]
  /** Sites that have a domain in every country: `google` matches google.de and google.co.uk. */
  readonly everywhere?: string
}

/** More specific sites come before the sites they belong to. */
const others: readonly KnownSource[] = [
  { name: 'gmail', group: 'mail', domains: ['mail.google.com'], apps: ['com.google.android.gm'] },
  { name: 'outlook', group: 'mail', domains: ['outlook.live.com', 'outlook.office.com', 'outlook.office365.com'] },
  { name: 'yahoo mail', group: 'mail', domains: ['mail.yahoo.com'] },
  {
    name: 'chatgpt',
    group: 'ai',
    names: ['chatgpt', 'openai'],
    domains: ['chatgpt.com', 'chat.openai.com'],
    apps: ['com.openai.chatgpt'],
  },
  { name: 'perplexity', group: 'ai', names: ['perplexity'], domains: ['perplexity.ai'] },
  { name: 'claude', group: 'ai', names: ['claude'], domains: ['claude.ai'] },
  { name: 'gemini', group: 'ai', names: ['gemini'], domains: ['gemini.google.com'] },
  { name: 'copilot', group: 'ai', names: ['copilot'], domains: ['copilot.microsoft.com'] },
  { name: 'grok', group: 'ai', names: ['grok'], domains: ['grok.com', 'x.com/i/grok'] },
  { name: 'deepseek', group: 'ai', names: ['deepseek'], domains: ['chat.deepseek.com'] },
  { name: 'mistral', group: 'ai', names: ['mistral'], domains: ['chat.mistral.ai'] },
  { name: 'meta ai', group: 'ai', domains: ['meta.ai'] },
  { name: 'you.com', group: 'ai', domains: ['you.com'] },
  { name: 'duck.ai', group: 'ai', domains: ['duck.ai'] },
  {
    name: 'google shopping',
    group: 'shopping',
    names: ['google shopping', 'google_shopping', 'googleshopping'],
    domains: ['shopping.google.com'],
  },
  { name: 'amazon', group: 'shopping', names: ['amazon'], everywhere: 'amazon' },
  { name: 'ebay', group: 'shopping', names: ['ebay'], everywhere: 'ebay' },
  { name: 'etsy', group: 'shopping', names: ['etsy'], domains: ['etsy.com'] },
  { name: 'walmart', group: 'shopping', names: ['walmart'], domains: ['walmart.com'] },
  { name: 'vimeo', group: 'video', names: ['vimeo'], domains: ['vimeo.com'] },
  { name: 'twitch', group: 'video', names: ['twitch'], domains: ['twitch.tv'] },
  { name: 'threads', group: 'social', names: ['threads'], domains: ['threads.net', 'threads.com'] },
  {
    name: 'pinterest',
    group: 'social',
    names: ['pinterest', 'pin.it'],
    domains: ['pin.it'],
    everywhere: 'pinterest',
    apps: ['com.pinterest'],
  },
  {
    name: 'snapchat',
    group: 'social',
    names: ['snapchat', 'snap'],
    domains: ['snapchat.com'],
    apps: ['com.snapchat.android'],
  },
  {
    name: 'x',
    group: 'social',
    names: ['x', 'twitter', 't.co'],
    domains: ['x.com', 'twitter.com', 't.co'],
    apps: ['com.twitter.android'],
  },
  {
    name: 'linkedin',
    group: 'social',
    names: ['linkedin', 'lnkd.in'],
    domains: ['linkedin.com', 'lnkd.in'],
    apps: ['com.linkedin.android'],
  },
  { name: 'reddit', group: 'social', names: ['reddit'], domains: ['reddit.com'], apps: ['com.reddit.frontpage'] },
  { name: 'bluesky', group: 'social', names: ['bluesky', 'bsky'], domains: ['bsky.app'] },
  { name: 'bing', group: 'search', names: ['bing', 'microsoft'], domains: ['bing.com'] },
  { name: 'yahoo', group: 'search', names: ['yahoo'], everywhere: 'yahoo' },
  {
    name: 'duckduckgo',
    group: 'search',
    names: ['duckduckgo', 'ddg'],
    domains: ['duckduckgo.com'],
    apps: ['com.duckduckgo.mobile.android'],
  },
  { name: 'ecosia', group: 'search', names: ['ecosia'], domains: ['ecosia.org'] },
  { name: 'baidu', group: 'search', names: ['baidu'], domains: ['baidu.com'] },
  { name: 'yandex', group: 'search', names: ['yandex'], domains: ['ya.ru'], everywhere: 'yandex' },
  { name: 'brave', group: 'search', names: ['brave'], domains: ['search.brave.com'] },
  { name: 'qwant', group: 'search', names: ['qwant'], domains: ['qwant.com'] },
  { name: 'naver', group: 'search', names: ['naver'], domains: ['naver.com'] },
  { name: 'startpage', group: 'search', names: ['startpage'], domains: ['startpage.com'] },
]

const connected = adPlatforms.flatMap(({ visits }) =>
  visits.sources.map((source) => ({ ...source, owner: visits.name })),
)
const connectedNames = new Set(connected.map(({ name }) => name))

/**
 * Sites owned by platforms with a connector come last: more specific entries use subdomains of theirs, such as
 * `gemini.google.com`.
 */
const known: readonly KnownSource[] = [...others.filter(({ name }) => !connectedNames.has(name)), ...connected]

/** Other names for the traffic of ad platforms; in practice they are used for paid clicks. */
const paidAliases: ReadonlyMap<string, string> = new Map([
  ...connected.flatMap(({ name, paidNames = [] }) => paidNames.map((alias) => [alias, name] as const)),
  ['bing_ads', 'bing'],
])

/** Sites that only send the buyer back: payment pages, 3-D Secure and log-in providers. */
export const usualBouncers: readonly string[] = [
  'paypal.com',
  'klarna.com',
  'stripe.com',
  'mollie.com',
  'adyen.com',
  ...storePlatforms.flatMap(({ paymentHosts }) => paymentHosts),
  'pay.google.com',
  'payments.google.com',
  'pay.amazon.com',
  'pay.amazon.de',
  'pay.amazon.co.uk',
  'payments.amazon.com',
  'apple-pay-gateway.apple.com',
  'afterpay.com',
  'clearpay.co.uk',
  'affirm.com',
  'sezzle.com',
  'scalapay.com',
  'sofort.com',
  'giropay.de',
  'paydirekt.de',
  'przelewy24.pl',
  'payu.com',
  'razorpay.com',
  'mercadopago.com',
  'worldpay.com',
  'braintreegateway.com',
  'authorize.net',
  'squareup.com',
  'checkout.com',
  'cardinalcommerce.com',
  'arcot.com',
  '3dsecure.io',
  'accounts.google.com',
  'appleid.apple.com',
  'login.microsoftonline.com',
  'login.live.com',
  'login.yahoo.com',
  ...storePlatforms.flatMap(({ loginHosts }) => loginHosts),
  'facebook.com/login',
  'facebook.com/dialog',
  'api.twitter.com/oauth',
  'x.com/i/oauth2',
  'auth0.com',
  'okta.com',
]

/** The ad platform that owns a source, for the join with ads. */
const owners: ReadonlyMap<string, string> = new Map([
  ...connected.map(({ name, owner }) => [name, owner] as const),
  ['bing', 'microsoft'],
])

/** A parsed referrer. */
export interface Referrer {
  /** Lower case, without `www.`; an Android package for an app. */
  readonly host: string
  readonly path: string
  readonly isApp: boolean
}

/** Parses a referrer; undefined where it is absent or unusable. */
export function readReferrer(text: string | null | undefined): Referrer | undefined {
  const url = URL.parse(text?.trim() ?? '')
  if (!url || url.hostname === '') return undefined
  if (url.protocol === 'android-app:') return { host: url.hostname.toLowerCase(), path: '/', isApp: true }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  return { host: bareHost(url.hostname), path: url.pathname, isApp: false }
}

/** A host without `www.`, in lower case, as the lists write it. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
}

/** Whether a host is the domain or one of its subdomains. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** Whether a site only sends buyers back to where they came from. */
export function isBouncer({ host, path, isApp }: Referrer, places: readonly string[]): boolean {
  return !isApp && places.some((place) => isPlace(place, host, path))
}

/** The known source of a referrer, if any. */
export function sourceOfReferrer({ host, path, isApp }: Referrer): Source | undefined {
  if (isApp) return known.find(({ apps }) => apps?.includes(host))
  return known.find(
    ({ domains = [], everywhere }) =>
      domains.some((place) => isPlace(place, host, path)) ||
      (everywhere !== undefined && isEverywhere(everywhere, host)),
  )
}

/** The source that a tag names, by name or by domain; `isPaid` where the name itself means paid clicks. */
export function sourceOfTag(tag: string): { readonly source: Source | undefined; readonly isPaid: boolean } {
  const alias = paidAliases.get(tag)
  const name = alias ?? tag
  const byName = known.find(({ names }) => names?.includes(name))
  const isPaid = alias !== undefined
  if (byName) return { source: byName, isPaid }
  const host = bareHost(name)
  return { source: host.includes('.') ? sourceOfReferrer({ host, path: '/', isApp: false }) : undefined, isPaid }
}

/** The platform that owns a search, social or video source. */
export function ownerOf({ name, group }: Source): string | null {
  return group === 'search' || group === 'social' || group === 'video' ? (owners.get(name) ?? name) : null
}

function isPlace(place: string, host: string, path: string): boolean {
  const slash = place.indexOf('/')
  if (slash < 0) return isWithin(host, place)
  const below = place.slice(slash)
  return (
    isWithin(host, place.slice(0, slash)) &&
    (path === below || path.startsWith(`${below}/`) || path.startsWith(`${below}.`))
  )
}

/** Matches `google.de` and `www.google.co.uk`, never `notgoogle.example`. */
function isEverywhere(name: string, host: string): boolean {
  const labels = host.split('.')
  const at = labels.lastIndexOf(name)
  const ending = labels.slice(at + 1)
  if (at < 0) return false
  return (
    isEnding(ending[0], 1, ending.length) ||
    (ending.length === 2 && /^(?:com?|org|net)$/.test(ending[0] ?? '') && /^[a-z]{2}$/.test(ending[1] ?? ''))
  )
}

function isEnding(label: string | undefined, wanted: number, count: number): boolean {
  return count === wanted && label !== undefined && /^(?:com|[a-z]{2})$/.test(label)
}
