import { type AdsDescriptor, type PlatformFace, parameter } from '../descriptor.ts'

/** The data that pages show about it. */
export const face = {
  id: 'tiktokads',
  kind: 'ads',
  name: 'TikTok Ads',
  series: 4,
  icon: 'tiktok',
} as const satisfies PlatformFace

/** The texts and data about TikTok Ads. */
export const descriptor: AdsDescriptor<'tiktokads'> = {
  ...face,
  description: 'Cost, video views and reported purchases of campaigns on TikTok.',
  hasConnectStep: false,
  stats: ['spend', 'conversions', 'cpa', 'cpc', 'views', 'clicks'],
  click: { name: 'click', counted: 'clicks' },
  claims: {
    by: 'TikTok',
    points: [
      'TikTok counts completed payments on the website that it ascribes to a click or view of its ads.',
      'The windows are set for each ad group, and recent days still grow.',
      'Orders placed in TikTok Shop are counted apart.',
    ],
  },
  claimRules: [
    { id: 'all_events', label: 'Purchases everywhere: website, TikTok Shop, app and offline' },
    { id: 'goal', label: 'Whatever each ad group optimises for' },
    { id: 'by_conversion_date', label: 'Goals, on the day they happened (accounts without purchases)' },
    { id: 'gmv_max', label: 'TikTok Shop orders of GMV Max' },
  ],
  visits: {
    name: 'tiktok',
    clickIds: [{ parameter: 'ttclid', kind: 'paid', channel: 'paid_social' }],
    withoutClickId: 'A preview has none; a real click has one.',
    sources: [
      {
        name: 'tiktok',
        group: 'social',
        names: ['tiktok'],
        paidNames: ['tiktok_ads'],
        domains: ['tiktok.com'],
        apps: ['com.zhiliaoapp.musically', 'com.ss.android.ugc.trill'],
      },
    ],
    channel: 'paid_social',
  },
  tracking: {
    field: 'URL parameters',
    steps: [
      'Open TikTok Ads Manager and the ad.',
      'Go to Destination, choose to build the address by hand and paste the text into “URL parameters”.',
      'Leave the address of the landing page without parameters of its own.',
      'Submit. It holds for this ad only: repeat it for each, or copy the ad.',
    ],
    parameters: [
      parameter('utm_source', 'tiktok', 'Platform'),
      parameter('utm_medium', 'paid_social', 'Paid click'),
      parameter('utm_campaign', '__CAMPAIGN_NAME__', 'Campaign name, for people'),
      parameter('utm_content', '__CID_NAME__', 'Ad name, for people'),
      parameter('utm_id', '__CAMPAIGN_ID__', 'Campaign id: names change, ids do not'),
      parameter('ts_as', '__AID__', 'Id of the ad group'),
      parameter('ts_ad', '__CID__', 'Id of the ad'),
      parameter('ts_pl', '__PLACEMENT__', 'Placement'),
    ],
    notes: [
      'The macros have two underscores on each side and capitals. Copies with single underscores are widespread and stay unfilled.',
      'AID is the ad group, CID the ad.',
      'Older ads may carry names where ids belong: check one of each campaign.',
    ],
    macro: /_{1,2}(?:CAMPAIGN_ID|CAMPAIGN_NAME|AID|CID|AID_NAME|CID_NAME|PLACEMENT)_{1,2}/i,
    macroShape: '^__?[A-Z]',
  },
  remainder: 'GMV Max, or ads deleted on TikTok',
  // Its orders take place inside TikTok Shop, so the platform keeps them apart from purchases on the website, and reports no
  // reach for it.
  untold: {
    kind: 'GMV Max',
    told: ['spend', 'reach'],
    claimRule: 'gmv_max',
    hint: 'Orders of GMV Max are shown by the rule “TikTok Shop orders of GMV Max” of TikTok Ads: choose it under Conversion counting.',
    missing: 'TikTok doesn’t report its views, impressions, clicks and purchases on the website',
  },
}
