import { adPlatforms } from '@tillsight/platforms'
import { bareHost, isBouncer, isWithin, type Referrer, readReferrer, usualBouncers } from './sources.ts'

/** What a platform's click id in an address means. */
export interface ClickId {
  /** Lower case: parameter names are matched in lower case. */
  readonly parameter: string
  readonly platform: string
  /**
   * `paid`: set only by ad clicks; `affiliate`, `mail`: by a partner's link or an e-mail; `free`: proves nothing by itself.
   */
  readonly kind: 'paid' | 'affiliate' | 'mail' | 'listing' | 'free'
  /** The channel of a paid click about which nothing else is known. */
  readonly channel?: string
}

/** Click ids of platforms without a connector. */
const others: readonly ClickId[] = [
  { parameter: 'msclkid', platform: 'microsoft', kind: 'paid', channel: 'paid_search' },
  { parameter: 'yclid', platform: 'yandex', kind: 'paid', channel: 'paid_search' },
  { parameter: 'sccid', platform: 'snapchat', kind: 'paid', channel: 'paid_social' },
  { parameter: 'twclid', platform: 'x', kind: 'paid', channel: 'paid_social' },
  { parameter: 'li_fat_id', platform: 'linkedin', kind: 'paid', channel: 'paid_social' },
  { parameter: 'rdt_cid', platform: 'reddit', kind: 'paid', channel: 'paid_social' },
  { parameter: 'dclid', platform: 'google_marketing_platform', kind: 'paid', channel: 'display' },
  { parameter: 'irclickid', platform: 'impact', kind: 'affiliate' },
  { parameter: 'cjevent', platform: 'cj', kind: 'affiliate' },
  { parameter: 'awc', platform: 'awin', kind: 'affiliate' },
  { parameter: 'ransiteid', platform: 'rakuten', kind: 'affiliate' },
  { parameter: 'sscid', platform: 'shareasale', kind: 'affiliate' },
  { parameter: '_kx', platform: 'klaviyo', kind: 'mail' },
  { parameter: 'mc_cid', platform: 'mailchimp', kind: 'mail' },
  { parameter: 'mc_eid', platform: 'mailchimp', kind: 'mail' },
  // Added to organic links too.
  { parameter: 'epik', platform: 'pinterest', kind: 'free' },
]

const connected: readonly ClickId[] = adPlatforms.flatMap(({ visits: { name, clickIds } }) =>
  clickIds.map((id) => ({ ...id, platform: name })),
)
const known = new Set(connected.map(({ parameter }) => parameter))

const believed = ['paid_search', 'paid_social', 'display', 'affiliate', 'mail', 'listing', 'free']

/** By precedence, for addresses that carry several. */
export const clickIds: readonly ClickId[] = [
  ...connected,
  ...others.filter(({ parameter }) => !known.has(parameter)),
].toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf({ kind, channel }: ClickId): number {
  return believed.indexOf(channel ?? kind)
}

/** One visit as the landing page recorded it. */
export interface Landing {
  readonly url: string
  readonly referrer?: string | null | undefined
  /** The shop's own domains; their subdomains are included. */
  readonly ownDomains?: readonly string[] | undefined
  /** Words that only people who know the shop would type. */
  readonly brandTerms?: readonly string[] | undefined
  /** Sites that only send buyers back, by domain or by domain and path; defaults to the usual ones. */
  readonly bounceReferrers?: readonly string[] | undefined
  /** Click ids that another visitor or an earlier visit has already brought: a shared link is not a second ad click. */
  readonly seenClickIds?: readonly string[] | undefined
}

/** A parsed landing. Tags are trimmed and in lower case; empty ones count as absent. */
export interface ReadLanding {
  readonly source: string | undefined
  readonly medium: string | undefined
  readonly campaign: string
  readonly term: string
  readonly hasTags: boolean
  /** Valid click ids, the strongest first. */
  readonly clickIds: readonly ClickId[]
  /** Google's `gad_source` parameter, set on ad clicks; undefined without one. */
  readonly gadSource: string | undefined
  /** A site outside the shop that did not merely send the buyer back. */
  readonly referrer: Referrer | undefined
  /** Whether the visit came from the shop itself, a payment page or a log-in provider. */
  readonly isInternal: boolean
  readonly brandTerms: readonly string[]
}

const adIdNames = ['ts_as', 'ts_ad', 'campaign_id', 'campaignid', 'adset_id', 'adgroup_id', 'adgroupid', 'ad_id']

/** Parses a landing address and its referrer. An address that cannot be parsed counts as empty. */
export function readLanding({
  url,
  referrer,
  ownDomains = [],
  brandTerms = [],
  bounceReferrers = usualBouncers,
  seenClickIds = [],
}: Landing): ReadLanding {
  const parameters = readParameters(url)
  const tag = (name: string): string | undefined => parameters.get(name)?.trim().toLowerCase() || undefined
  const seen = new Set(seenClickIds)
  const isFresh = ({ kind, parameter }: ClickId) => {
    const value = parameters.get(parameter)
    return value !== undefined && !((kind === 'paid' || kind === 'affiliate') && seen.has(value))
  }
  const from = readReferrer(referrer)
  const own = [...ownDomains.map(bareHost), ...hostOf(url)]
  const isInternal =
    from !== undefined &&
    ((!from.isApp && own.some((domain) => isWithin(from.host, domain))) || isBouncer(from, bounceReferrers))
  const gadSource = tag('gad_source')
  return {
    source: tag('utm_source'),
    medium: tag('utm_medium'),
    campaign: tag('utm_campaign') ?? '',
    term: tag('utm_term') ?? '',
    hasTags: [...parameters.keys()].some((name) => name.startsWith('utm_') || adIdNames.includes(name)),
    clickIds: clickIds.filter(isFresh),
    gadSource,
    referrer: isInternal ? undefined : from,
    isInternal,
    brandTerms: brandTerms.map((term) => term.trim().toLowerCase()).filter((term) => term !== ''),
  }
}

/** Addresses that were read last: several rules read the parameters of each. */
const recent = new Map<string, ReadonlyMap<string, string>>()
const mostRecent = 5_000

/** Query parameters by lower-case name; the first non-empty value counts. */
export function readParameters(url: string): ReadonlyMap<string, string> {
  const known = recent.get(url)
  if (known !== undefined) return known
  const parameters = parseParameters(url)
  if (recent.size >= mostRecent) recent.clear()
  recent.set(url, parameters)
  return parameters
}

function parseParameters(url: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of URL.parse(url.trim())?.searchParams ?? []) {
    const key = name.toLowerCase()
    if (value.trim() !== '' && !parameters.has(key)) parameters.set(key, value)
  }
  return parameters
}

function hostOf(url: string): string[] {
  const host = URL.parse(url.trim())?.hostname
  return host === undefined || host === '' ? [] : [bareHost(host)]
}
