import {
  bareHost,
  classify,
  clickIds,
  type Evidence,
  isWithin,
  readParameters,
  readReferrer,
} from '../classify/index.ts'
import { type AdIds, isPlaceholder, readAdIds } from './ad-ids.ts'
import { type CustomRule, findRule } from './custom-rules.ts'

/** The rules by which a shop's visits are classified. */
export interface VisitRules {
  readonly ownDomains: readonly string[]
  readonly brandTerms: readonly string[]
  readonly bounceReferrers: readonly string[]
  /** Checked in this order, before all other rules. */
  readonly customRules: readonly CustomRule[]
}

/** A page view as a visitor arrived at it. */
export interface VisitedPage {
  readonly url: string
  readonly referrer: string
}

/** What a visit's address and referrer contain. Texts are unchanged, except that unreplaced placeholders are removed. */
export interface Visit extends AdIds {
  /** False for a visit that only returned from a payment page or the like. */
  readonly newTouch: boolean
  readonly channel: string
  readonly paid: boolean
  /** Empty where there is none. */
  readonly platform: string
  readonly evidence: Evidence
  /** Whether its link was in an e-mail, whatever channel a custom rule assigned. */
  readonly isMail: boolean
  /** Whether one of the shop's custom rules decided the channel. */
  readonly isCustom: boolean
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly content: string
  readonly term: string
  /** Unique id of the click; empty without one, and where another visitor brought it first. */
  readonly clickId: string
  /** Tags and ids, or else the referring site: a further touch within a session needs a new signature. May be empty. */
  readonly signature: string
}

/** Parameters that identify one click; those of e-mails identify the message and its reader instead. */
const clickParameters = clickIds.filter(({ kind }) => kind !== 'mail').map(({ parameter }) => parameter)
const signatureParameters = /^utm_|^ts_(?:as|ad)$|^(?:campaign|adset|adgroup|ad)_?id$|^gad_|^mc_[ce]id$|^_kx$/

/** Reads a visit. `foreign` tells whether another visitor brought a click id first: the link was passed on. */
export function readVisit(page: VisitedPage, rules: VisitRules, foreign?: (clickId: string) => boolean): Visit {
  const parameters = readParameters(page.url)
  const brought = clicksIn(parameters)
  const [click = ''] = brought
  const isPassedOn = click !== '' && foreign?.(click) === true
  const { newTouch, channel, platform, ...found } = classify({
    ...page,
    ...rules,
    seenClickIds: isPassedOn ? brought : [],
  })
  const tags = tagsOf(parameters)
  const custom = newTouch ? findRule(rules.customRules, factsOf(page, tags)) : undefined
  return {
    newTouch,
    ...found,
    channel: channel ?? '',
    ...(custom ? { channel: custom.channel, paid: custom.paid } : {}),
    isMail: channel === 'email',
    isCustom: custom !== undefined,
    platform: platform ?? '',
    ...tags,
    ...readAdIds(parameters),
    clickId: isPassedOn ? '' : click,
    signature: newTouch ? signatureOf(page, parameters, rules) : '',
  }
}

/** The unique id of the click in an address, whoever brought it; empty without one. */
export function clickIdOf(url: string): string {
  return url.includes('?') ? (clicksIn(readParameters(url))[0] ?? '') : ''
}

/** All click ids of one address belong to one click; the first identifies it. */
function clicksIn(parameters: ReadonlyMap<string, string>): string[] {
  return clickParameters.flatMap((name) => parameters.get(name)?.trim() || [])
}

function tagsOf(parameters: ReadonlyMap<string, string>) {
  const text = (name: string): string => {
    const value = parameters.get(name)?.trim() ?? ''
    return isPlaceholder(value) ? '' : value
  }
  return {
    source: text('utm_source'),
    medium: text('utm_medium'),
    campaign: text('utm_campaign'),
    content: text('utm_content'),
    term: text('utm_term'),
  }
}

function factsOf({ url, referrer }: VisitedPage, tags: Pick<Visit, 'source' | 'medium' | 'campaign'>) {
  const from = readReferrer(referrer)
  return {
    source: tags.source.toLowerCase(),
    medium: tags.medium.toLowerCase(),
    campaign: tags.campaign.toLowerCase(),
    referrer: from ? `${from.host}${from.path}`.toLowerCase() : '',
    path: URL.parse(url)?.pathname.toLowerCase() ?? '',
  }
}

/** Tags are more reliable than the referring site. */
function signatureOf(
  { url, referrer }: VisitedPage,
  parameters: ReadonlyMap<string, string>,
  rules: VisitRules,
): string {
  const tags = [...parameters]
    .filter(([name]) => signatureParameters.test(name))
    .map(([name, value]) => `${name}=${value.trim().toLowerCase()}`)
  if (tags.length > 0) return tags.toSorted().join('&')
  const from = readReferrer(referrer)
  const own = [...rules.ownDomains.map(bareHost), bareHost(URL.parse(url)?.hostname ?? '')]
  return from && !own.some((domain) => isWithin(from.host, domain)) ? `from ${from.host}` : ''
}
