import type { ClickId } from './landing.ts'
import { type Landing, type ReadLanding, readLanding } from './landing.ts'
import { ownerOf, type Source, type SourceGroup, sourceOfReferrer, sourceOfTag } from './sources.ts'

/** What the channel of a touch was decided by. */
export type Evidence = 'click_id' | 'utm' | 'referrer' | 'none'

/** The classification of a visit. */
export interface Classified {
  /** Whether the visit is a new touch: a return from a payment page or from another page of the shop is not. */
  readonly newTouch: boolean
  /** Null where there is no new touch. */
  readonly channel: string | null
  readonly paid: boolean
  readonly platform: string | null
  readonly evidence: Evidence
}

const displayMediums = ['display', 'banner', 'expandable', 'interstitial', 'cpm']
const socialMediums = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media']
const textMediums = ['sms', 'text', 'mms']
const paidMedium = /^(.*cp.*|ppc|retargeting|paid.*)$/
const shoppingCampaign = /^(.*(([^a-df-z]|^)shop|shopping).*)$/
const mailWords = ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter']

/** Everything that the rules look at. */
interface Facts extends ReadLanding {
  /** The source named by a tag, click id or referrer. */
  readonly from: Source | undefined
  /** Which kind of evidence named the source. */
  readonly fromEvidence: Evidence
  /** The source that the referrer alone indicates; undefined beside a tag, which is more reliable. */
  readonly referred: Source | undefined
  readonly paidClick: ClickId | undefined
  readonly isPaid: boolean
  readonly isDisplay: boolean
}

interface Verdict {
  readonly channel: string
  readonly paid?: boolean
  readonly evidence: Evidence
}

/** The channel of a visit: the first rule that fits decides. */
export function classify(landing: Landing): Classified {
  const facts = gather(readLanding(landing))
  const saysNothing = !facts.hasTags && facts.clickIds.length === 0 && facts.gadSource === undefined
  if (facts.isInternal && saysNothing) {
    return { newTouch: false, channel: null, paid: false, platform: null, evidence: 'none' }
  }
  const { channel, paid = false, evidence } = decide(facts) ?? (saysNothing ? nothing : tagged)
  return { newTouch: true, channel, paid, platform: platformOf(facts), evidence }
}

const nothing: Verdict = { channel: 'direct', evidence: 'none' }
/** Tagged with values that no rule recognises. */
const tagged: Verdict = { channel: 'unassigned', evidence: 'utm' }

function decide(facts: Facts): Verdict | undefined {
  for (const rule of rules) {
    const verdict = rule(facts)
    if (verdict) return verdict
  }
  return undefined
}

function gather(landing: ReadLanding): Facts {
  const { medium = '', source, clickIds, gadSource } = landing
  const paidClick = clickIds.find(({ kind }) => kind === 'paid')
  const tag = source === undefined ? undefined : sourceOfTag(source)
  const isPaid = paidMedium.test(medium) || paidClick !== undefined || gadSource !== undefined || tag?.isPaid === true
  return {
    ...landing,
    ...sourceOf(landing, paidClick, tag),
    referred: tag === undefined && landing.referrer ? sourceOfReferrer(landing.referrer) : undefined,
    paidClick,
    isPaid,
    isDisplay: displayMediums.includes(medium),
  }
}

/** Tags take precedence over click ids in naming the source, and both over the referrer. */
function sourceOf(
  { clickIds, gadSource, referrer }: ReadLanding,
  paidClick: ClickId | undefined,
  tag: { readonly source: Source | undefined } | undefined,
): Pick<Facts, 'from' | 'fromEvidence'> {
  if (tag) return { from: tag.source, fromEvidence: 'utm' }
  if (paidClick) return { from: sourceOfTag(paidClick.platform).source, fromEvidence: 'click_id' }
  if (gadSource !== undefined) return { from: sourceOfTag('google').source, fromEvidence: 'click_id' }
  const referred = referrer && sourceOfReferrer(referrer)
  const lone = clickIds.find(({ kind }) => kind === 'free')
  if (lone) {
    const isOfPlatform = referred !== undefined && ownerOf(referred) === lone.platform
    return { from: isOfPlatform ? referred : sourceOfTag(lone.platform).source, fromEvidence: 'click_id' }
  }
  return { from: referred, fromEvidence: referred ? 'referrer' : 'none' }
}

function is(facts: Facts, group: SourceGroup): boolean {
  return facts.from?.group === group
}

/** Returns a channel, or undefined to leave it to the next rule. */
type Rule = (facts: Facts) => Verdict | undefined

const byTag = (channel: string, isSo: boolean): Verdict | undefined => (isSo ? { channel, evidence: 'utm' } : undefined)
const byClickId = (channel: string, { clickIds }: Facts, kind: ClickId['kind']): Verdict | undefined =>
  clickIds.some((id) => id.kind === kind) ? { channel, evidence: 'click_id' } : undefined
const bySource =
  (channel: string, group: SourceGroup): Rule =>
  (facts) =>
    is(facts, group) ? { channel, evidence: facts.fromEvidence } : undefined

const byReferrer = (channel: string, { referred }: Facts, group: SourceGroup): Verdict | undefined =>
  referred?.group === group ? { channel, evidence: 'referrer' } : undefined

const isMail = (text: string): boolean => mailWords.some((word) => text.includes(word))
const isText = (text: string | undefined): boolean => text !== undefined && textMediums.includes(text)

/** The rules in order; the first that returns a channel decides. */
const rules: readonly Rule[] = [
  ({ medium = '' }) => byTag('affiliate', medium === 'affiliate' || medium === 'affiliates'),
  (facts) => byClickId('affiliate', facts, 'affiliate'),
  ({ source, medium }) => byTag('sms', isText(source) || isText(medium)),
  // An ad whose source names what it promotes, a newsletter for instance, is still an ad; only the medium can mark it as
  // e-mail.
  ({ medium = '', source = '', isPaid }) => byTag('email', isMail(medium) || (!isPaid && isMail(source))),
  (facts) => (facts.isPaid ? undefined : byClickId('email', facts, 'mail')),
  (facts) => (facts.isPaid ? undefined : byReferrer('email', facts, 'mail')),
  ({ medium = '' }) => byTag('push', medium.endsWith('push') || medium.includes('notification')),
  (facts) => (facts.isPaid ? { channel: adChannel(facts), paid: true, evidence: proofOf(facts) } : undefined),
  ({ isDisplay }) => (isDisplay ? { channel: 'display', paid: true, evidence: 'utm' } : undefined),
  (facts) => byClickId('organic_shopping', facts, 'listing'),
  bySource('organic_shopping', 'shopping'),
  ({ campaign }) => byTag('organic_shopping', shoppingCampaign.test(campaign)),
  bySource('ai_assistant', 'ai'),
  (facts) => byReferrer('ai_assistant', facts, 'ai'),
  bySource('organic_social', 'social'),
  ({ medium = '' }) => byTag('organic_social', socialMediums.includes(medium)),
  bySource('organic_video', 'video'),
  ({ medium = '' }) => byTag('organic_video', medium.includes('video')),
  bySource('organic_search', 'search'),
  ({ medium = '' }) => byTag('organic_search', medium === 'organic'),
  ({ medium = '' }) => byTag('referral', ['referral', 'app', 'link'].includes(medium)),
  ({ referrer }) => (referrer ? { channel: 'referral', evidence: 'referrer' } : undefined),
  ({ source = '' }) => byTag('direct', source === 'direct' || source === '(direct)'),
]

function proofOf({ paidClick, gadSource }: Facts): Evidence {
  return paidClick !== undefined || gadSource !== undefined ? 'click_id' : 'utm'
}

/** Channels of paid visits by kind of ad, checked in this order. */
const adRules: readonly (readonly [isSo: (facts: Facts) => boolean, channelOf: (facts: Facts) => string])[] = [
  [({ campaign }) => campaign.includes('cross-network'), () => 'cross_network'],
  [(facts) => is(facts, 'shopping') || shoppingCampaign.test(facts.campaign), () => 'paid_shopping'],
  [isOtherGoogleAd, () => 'other_paid'],
  [(facts) => is(facts, 'search') && !facts.isDisplay, searchAd],
  [(facts) => is(facts, 'social'), () => 'paid_social'],
  [(facts) => is(facts, 'video'), () => 'paid_video'],
  [({ isDisplay }) => isDisplay, () => 'display'],
  [({ paidClick }) => paidClick?.channel === 'paid_search', searchAd],
]

function adChannel(facts: Facts): string {
  const rule = adRules.find(([isSo]) => isSo(facts))
  return rule ? rule[1](facts) : (facts.paidClick?.channel ?? 'other_paid')
}

/** Google's parameter says that an ad was clicked but not of which kind; 1 is search. */
function isOtherGoogleAd({ gadSource, medium, source, paidClick }: Facts): boolean {
  const isAlone = medium === undefined && source === undefined && paidClick === undefined
  return isAlone && gadSource !== undefined && gadSource !== '1'
}

function searchAd({ term, campaign, brandTerms }: Facts): string {
  return brandTerms.some((word) => term.includes(word) || campaign.includes(word)) ? 'paid_search_brand' : 'paid_search'
}

/** The ad platform or network that a visit came through. */
function platformOf({ paidClick, from, clickIds }: Facts): string | null {
  if (paidClick) return paidClick.platform
  const owner = from && ownerOf(from)
  if (owner) return owner
  const told = ['affiliate', 'listing', 'mail'].flatMap((kind) => clickIds.find((id) => id.kind === kind) ?? [])
  return told[0]?.platform ?? null
}
