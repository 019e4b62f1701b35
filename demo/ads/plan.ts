// The ads of the demo shops, as they would have set them up: accounts, campaigns, ads. No daily figures.

/** The ad platforms of the demo, by connector id. */
export type AdPlatform = 'googleads' | 'metaads' | 'tiktokads'
/** The shop that advertises. */
export type Advertiser = 'demo' | 'shopify'

/** An ad: its name, its texts, and its share of the ad set's spend. */
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
  /** `utm_campaign` of its landing pages. */
  readonly tag: string
  /** Its share of the account's spend. */
  readonly share: number
  /** Its effectiveness: purchases are attributed to running campaigns with these weights. */
  readonly pull: number
  /** Cost per click, in account currency. */
  readonly cpc: number
  /** Clicks per impression. */
  readonly ctr: number
  readonly fromMonth: number
  /** When it stopped spending; absent: it runs. */
  readonly toMonth?: number
  readonly status?: 'paused' | 'removed'
  /** By ad set; empty for a campaign that is only reported as a whole. */
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
  /** Its share of the conversions that the platform reports for this advertiser. */
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

/** The platforms' id formats: prefix and length. */
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

/**
 * The parameters added to the landing pages of a campaign, with unfilled macros. Retargeting was set up long ago, without
 * ids.
 */
export function urlTagsOf({ source }: AccountPlan, campaign: CampaignPlan): string {
  const tags = templates[source].replace('(tag)', campaign.tag)
  return isTaggedByHand(campaign) ? tags.slice(0, tags.indexOf('&utm_id=')) : tags
}
