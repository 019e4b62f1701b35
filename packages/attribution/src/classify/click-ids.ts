import { adPlatforms } from '@tillsight/platforms'

/** What a platform's click id in an address says. */
export interface ClickId {
  /** Lower case, as parameters are matched. */
  readonly parameter: string
  readonly platform: string
  /** `paid`: nobody has one who did not click an ad; `affiliate`, `mail`: of a partner's link or a letter; `free`: says nothing by itself. */
  readonly kind: 'paid' | 'affiliate' | 'mail' | 'listing' | 'free'
  /** Of a paid click of which nothing else is known. */
  readonly channel?: string
}

/** Of who has no connector here. */
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

/** In the order in which they are believed when several stand in one address. */
export const clickIds: readonly ClickId[] = [
  ...connected,
  ...others.filter(({ parameter }) => !known.has(parameter)),
].toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf({ kind, channel }: ClickId): number {
  return believed.indexOf(channel ?? kind)
}
