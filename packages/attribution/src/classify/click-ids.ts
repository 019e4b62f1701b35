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

/** In the order in which they are believed when several stand in one address. */
export const clickIds: readonly ClickId[] = [
  { parameter: 'gclid', platform: 'google', kind: 'paid', channel: 'paid_search' },
  { parameter: 'gbraid', platform: 'google', kind: 'paid', channel: 'paid_search' },
  { parameter: 'wbraid', platform: 'google', kind: 'paid', channel: 'paid_search' },
  { parameter: 'msclkid', platform: 'microsoft', kind: 'paid', channel: 'paid_search' },
  { parameter: 'yclid', platform: 'yandex', kind: 'paid', channel: 'paid_search' },
  { parameter: 'ttclid', platform: 'tiktok', kind: 'paid', channel: 'paid_social' },
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
  { parameter: 'srsltid', platform: 'google', kind: 'listing' },
  // Added to organic links too.
  { parameter: 'fbclid', platform: 'meta', kind: 'free' },
  { parameter: 'epik', platform: 'pinterest', kind: 'free' },
]
