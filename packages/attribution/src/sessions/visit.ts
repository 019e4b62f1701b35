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

/** How a shop has its visits read. */
export interface VisitRules {
  readonly ownDomains: readonly string[]
  readonly brandTerms: readonly string[]
  readonly bounceReferrers: readonly string[]
  /** Asked in this order, before all others. */
  readonly customRules: readonly CustomRule[]
}

/** A page as somebody came to it. */
export interface VisitedPage {
  readonly url: string
  readonly referrer: string
}

/** What a visit says of itself. Texts are as they came, without placeholders that a platform has left in. */
export interface Visit extends AdIds {
  /** False for a visit that only came back from somewhere. */
  readonly newTouch: boolean
  readonly channel: string
  readonly paid: boolean
  /** Empty where there is none. */
  readonly platform: string
  readonly evidence: Evidence
  /** Whether its link stood in an e-mail, whatever channel a rule of the shop's own made of it. */
  readonly isMail: boolean
  /** Whether a rule of the shop's own has decided. */
  readonly isCustom: boolean
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly content: string
  readonly term: string
  /** What names this click among all; empty without, and where somebody else brought it first. */
  readonly clickId: string
  /** Tags and ids, or else the site that it came from: a further touch within a session needs a new one. Empty without. */
  readonly signature: string
}

/** What names one click; a letter's parameters name the letter and its reader. */
const clickParameters = clickIds.filter(({ kind }) => kind !== 'mail').map(({ parameter }) => parameter)
const signatureParameters = /^utm_|^ts_(?:as|ad)$|^(?:campaign|adset|adgroup|ad)_?id$|^gad_|^mc_[ce]id$|^_kx$/

/** Reads a visit. `foreign` tells the click ids that another visitor brought first: such a link was passed on. */
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

/** What names the click that an address is of, whoever brought it; empty without. */
export function clickIdOf(url: string): string {
  return url.includes('?') ? (clicksIn(readParameters(url))[0] ?? '') : ''
}

/** All click ids of one address are of one click; the first names it. */
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

/** Tags know better than the site that somebody came from. */
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
