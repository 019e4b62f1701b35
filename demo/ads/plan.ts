// What the demo shops advertise, as they would have set it up: accounts, campaigns, ads. No figures of any day.

/** The ad platforms of the demo, by the id of their connector. */
export type AdPlatform = 'googleads' | 'metaads' | 'tiktokads'
/** Whose ads they are. */
export type Advertiser = 'demo' | 'shopify'

/** An ad: what it is called, what it says, and how much of its ad set's money it gets. */
export interface AdPlan {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly weight: number
  readonly isVideo?: true
  readonly status?: 'paused' | 'removed'
}

/** A campaign. Months count from the first day of the story. */
export interface CampaignPlan {
  readonly name: string
  readonly kind: 'search' | 'shopping' | 'video' | 'social' | 'retargeting' | 'whole'
  /** What its landing pages carry as `utm_campaign`. */
  readonly tag: string
  /** Its part of what the account spends. */
  readonly share: number
  /** How well it sells: among campaigns that run, purchases are claimed by these weights. */
  readonly pull: number
  /** Of a click, in account currency. */
  readonly cpc: number
  /** Clicks per impression. */
  readonly ctr: number
  readonly fromMonth: number
  /** When it stopped spending; absent: it runs. */
  readonly toMonth?: number
  readonly status?: 'paused' | 'removed'
  /** By ad set; nothing for a campaign that is told of as a whole. */
  readonly sets: Readonly<Record<string, readonly AdPlan[]>>
}

/** An ad account. */
export interface AccountPlan {
  readonly advertiser: Advertiser
  readonly platform: AdPlatform
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly zone: string
  /** Spend of an ordinary day of the present, in account currency. */
  readonly perDay: number
  /** Its part of what the platform claims for this advertiser. */
  readonly claims: number
  readonly landing: string
  readonly source: 'google' | 'facebook' | 'tiktok'
  readonly campaigns: readonly CampaignPlan[]
}

/** An ad with a picture. */
export function ad(name: string, [title, text]: readonly [string, string], weight = 1): AdPlan {
  return { name, title, text, weight }
}

/** An ad with a film. */
export function video(name: string, texts: readonly [string, string], weight = 1): AdPlan {
  return { ...ad(name, texts, weight), isVideo: true }
}

/** How platforms number things: what their ids begin with, and how long they are. */
const shapes = {
  googleads: { prefix: '21', digits: 11 },
  metaads: { prefix: '12021', digits: 17 },
  tiktokads: { prefix: '1788', digits: 16 },
} as const

/** The id of a campaign, ad set or ad by its place in the account's plan: the same in every start. */
export function idOf({ platform, id }: AccountPlan, place: readonly number[]): string {
  const { prefix, digits } = shapes[platform]
  // Campaigns, ad sets and ads never share an id, and neither do accounts.
  const parts = [Number(id.slice(-2)), ...[0, 1, 2].map((level) => (place[level] ?? -1) + 1)]
  const tail = parts.map((part) => String(part).padStart(2, '0')).join('')
  return `${prefix}${tail.padStart(digits - prefix.length, '7')}`
}

const templates = {
  google: 'utm_source=google&utm_medium=cpc&utm_campaign=(tag)&utm_id={campaignid}&ts_as={adgroupid}&ts_ad={creative}',
  facebook:
    'utm_source=facebook&utm_medium=paid_social&utm_campaign=(tag)&utm_id={{campaign.id}}&ts_as={{adset.id}}&ts_ad={{ad.id}}',
  tiktok:
    'utm_source=tiktok&utm_medium=paid_social&utm_campaign=(tag)&utm_id=__CAMPAIGN_ID__&ts_as=__AID__&ts_ad=__CID__',
} as const satisfies Readonly<Record<AccountPlan['source'], string>>

/** The tags that the shop once put on its ads by hand, before there was a template. */
export function isTaggedByHand({ kind }: CampaignPlan): boolean {
  return kind === 'retargeting'
}

/** What is added to the landing pages of a campaign, macros unfilled. Retargeting was set up long ago, without ids. */
export function urlTagsOf({ source }: AccountPlan, campaign: CampaignPlan): string {
  const tags = templates[source].replace('(tag)', campaign.tag)
  return isTaggedByHand(campaign) ? tags.slice(0, tags.indexOf('&utm_id=')) : tags
}
