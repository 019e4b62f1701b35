import type { ClickId } from './landing.ts'
import { type Landing, type ReadLanding, readLanding } from './landing.ts'
import { ownerOf, type Source, type SourceGroup, sourceOfReferrer, sourceOfTag } from './sources.ts'

/** Why a touch has its channel. */
export type Evidence = 'click_id' | 'utm' | 'referrer' | 'none'

/** What a visit is taken for. */
export interface Classified {
  /** Whether it begins something new: a visit that only came back from a payment page or another page of the shop does not. */
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
  /** What the visit came from, by tag, click id or referrer. */
  readonly from: Source | undefined
  /** Which of them said so. */
  readonly fromEvidence: Evidence
  /** What the referrer by itself is known as; undefined beside a tag, which knows better. */
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
/** There are tags, and nobody knows what they mean. */
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

/** Tags beat click ids in naming where somebody came from, and both beat the referrer. */
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

/** Decides, or leaves it to the next rule. */
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

/** The first that decides, decides. */
const rules: readonly Rule[] = [
  ({ medium = '' }) => byTag('affiliate', medium === 'affiliate' || medium === 'affiliates'),
  (facts) => byClickId('affiliate', facts, 'affiliate'),
  ({ source, medium }) => byTag('sms', isText(source) || isText(medium)),
  // An ad that says where it leads, to a newsletter for one, is an ad all the same; only the medium can say that it was a letter.
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

/** Which kind of ad a paid visit came from; asked in this order. */
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

/** Google says that an ad was clicked and not which kind; 1 is search. */
function isOtherGoogleAd({ gadSource, medium, source, paidClick }: Facts): boolean {
  const isAlone = medium === undefined && source === undefined && paidClick === undefined
  return isAlone && gadSource !== undefined && gadSource !== '1'
}

function searchAd({ term, campaign, brandTerms }: Facts): string {
  return brandTerms.some((word) => term.includes(word) || campaign.includes(word)) ? 'paid_search_brand' : 'paid_search'
}

/** Whose ads, or whose network, a visit came through. */
function platformOf({ paidClick, from, clickIds }: Facts): string | null {
  if (paidClick) return paidClick.platform
  const owner = from && ownerOf(from)
  if (owner) return owner
  const told = ['affiliate', 'listing', 'mail'].flatMap((kind) => clickIds.find((id) => id.kind === kind) ?? [])
  return told[0]?.platform ?? null
}
