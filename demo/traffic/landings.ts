import type { Day } from '@tillsight/core/days'
import type { AdCalendar } from '../ads/calendar.ts'
import { listAds } from '../ads/claims.ts'
import type { AccountPlan, Advertiser, CampaignPlan } from '../ads/plan.ts'
import { idOf, isTaggedByHand } from '../ads/plan.ts'
import { accountPlans } from '../ads/plans.ts'
import type { Random } from '../shop/random.ts'

/** The start of a visit: the address with all its parameters, and the referring page. */
export interface Landing {
  readonly url: string
  readonly referrer: string
}

/** The shops' pages, and what their visitors look at. */
export const storefronts = {
  demo: {
    home: 'https://nordlicht-kontor.example/',
    pages: ['produkt/kluntje/', 'produkt/deichpullover/', 'produkt/becher-hafen/', 'magazin/wolle/'],
    newsletter: 'utm_source=newsletter&utm_medium=email&utm_campaign=monatspost',
    blog: 'https://teeblog.example/kluntje',
    checkout: 'kasse/',
  },
  shopify: {
    home: 'https://pine-and-harbor.example/',
    pages: ['products/harbor-sweater', 'products/pine-candle', 'collections/knits', 'products/enamel-mug'],
    newsletter: 'utm_source=klaviyo&utm_medium=email&utm_campaign=tide-table',
    blog: 'https://slowhome.example/gift-guide',
    checkout: 'checkouts/',
  },
} as const satisfies Readonly<Record<Advertiser, unknown>>

/** The visitor and the time. */
export interface VisitAt {
  readonly advertiser: Advertiser
  readonly day: Day
  readonly calendar: AdCalendar
}

/** The landing of a visitor without a known ad click: most did not click one. */
export function drawLanding(random: Random, at: VisitAt): Landing {
  const { home, pages, newsletter, blog } = storefronts[at.advertiser]
  const found = (referrer: string): Landing => ({ url: `${home}${random.pick(['', ...pages])}`, referrer })
  const draw = random.weighted<() => Landing | undefined>([
    [() => landingOfAd(random, at, undefined), 46],
    [() => found('https://www.google.com/'), 18],
    [() => found(''), 16],
    [() => ({ url: `${home}?${newsletter}`, referrer: '' }), 8],
    [() => found('https://l.instagram.com/'), 5],
    [() => found(blog), 4],
    [() => ({ url: `${home}${pages[0]}?utm_source=chatgpt.com`, referrer: 'https://chatgpt.com/' }), 3],
  ])
  return draw() ?? found('')
}

/** A click as the store noted it on an order. */
export interface KnownClick {
  readonly source: string
  readonly campaign: string
}

/** The landing of an ad click: on an ad that matches the known click, if any ran that day. Undefined: none ran. */
export function landingOfAd(random: Random, at: VisitAt, known: KnownClick | undefined): Landing | undefined {
  const running = accountPlans
    .filter((plan) => plan.advertiser === at.advertiser && (known === undefined || fits(plan, known)))
    .flatMap((plan) => at.calendar.running(plan, at.day).map(([place, campaign]) => ({ plan, place, campaign })))
  const tagged = running.filter(({ campaign }) => campaign.tag === known?.campaign)
  const choice = tagged.length > 0 ? tagged : running
  if (choice.length === 0) return undefined
  const { plan, place, campaign } = random.weighted(
    choice.map((each) => [each, each.campaign.pull * each.plan.perDay] as const),
  )
  return { url: taggedAddress(random, { plan, place, campaign }), referrer: referrers[plan.source] }
}

const referrers: Readonly<Record<AccountPlan['source'], string>> = {
  google: 'https://www.google.com/',
  facebook: 'https://l.facebook.com/',
  tiktok: 'https://www.tiktok.com/',
}

function fits({ source }: AccountPlan, known: KnownClick): boolean {
  return source === known.source || (source === 'facebook' && known.source === 'instagram')
}

interface PlacedCampaign {
  readonly plan: AccountPlan
  readonly place: number
  readonly campaign: CampaignPlan
}

/**
 * The landing address from the platforms' templates. A campaign that is only reported as a whole has no ad ids; the ads of
 * one retargeting campaign were never tagged with ids, as happens.
 */
function taggedAddress(random: Random, { plan, place, campaign }: PlacedCampaign): string {
  const medium = plan.source === 'google' ? 'cpc' : 'paid_social'
  const tags = new URLSearchParams({ utm_source: plan.source, utm_medium: medium, utm_campaign: campaign.tag })
  if (!isTaggedByHand(campaign)) tags.set('utm_id', idOf(plan, [place]))
  const ads = listAds(campaign)
  if (ads.length > 0 && !isTaggedByHand(campaign)) {
    const { set, ad } = random.weighted(ads.map((each) => [each, each.plan.weight] as const))
    tags.set('ts_as', idOf(plan, [place, set]))
    tags.set('ts_ad', idOf(plan, [place, set, ad]))
  }
  // Some browsers remove click ids; tags stay.
  if (random.chance(0.88)) tags.set(clickIds[plan.source], `demo${hex(random, 20)}`)
  if (plan.source === 'google') tags.set('gad_source', '1')
  return `${plan.landing}/?${tags.toString()}`
}

const clickIds = { google: 'gclid', facebook: 'fbclid', tiktok: 'ttclid' } as const

/** A number of random hexadecimal digits. */
export function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')
}
