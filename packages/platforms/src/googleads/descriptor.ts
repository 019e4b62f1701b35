import { type AdsDescriptor, type PlatformFace, parameter } from '../descriptor.ts'

/** The data that pages show about it. */
export const face = {
  id: 'googleads',
  kind: 'ads',
  name: 'Google Ads',
  series: 2,
  icon: 'googleads',
} as const satisfies PlatformFace

const inPerformanceMax = 'Performance Max fills in the campaign only.'
const ofKeywords = 'Only search campaigns with keywords have one.'

/** The texts and data about Google Ads. */
export const descriptor: AdsDescriptor<'googleads'> = {
  ...face,
  description: 'Cost, clicks and reported purchases of search, shopping, video and Performance Max campaigns.',
  hasConnectStep: false,
  stats: ['spend', 'conversions', 'cpa', 'cpc', 'roas'],
  click: { name: 'click', counted: 'clicks' },
  claims: {
    by: 'Google',
    points: [
      'Google counts purchases that its conversion tag saw and that it ascribes to a click or view of its ads.',
      'They are dated to the day of the click, not of the order, and arrive late: recent days still grow.',
      'With data-driven attribution an order can be counted in parts, so the number has decimals.',
    ],
  },
  claimRules: [
    { id: 'as_counted', label: 'All primary conversions, as Google Ads counts them' },
    { id: 'by_conversion_date', label: 'All primary conversions, on the day they happened' },
    { id: 'all', label: 'Conversions of every kind, secondary ones too' },
  ],
  visits: {
    name: 'google',
    clickIds: [
      { parameter: 'gclid', kind: 'paid', channel: 'paid_search' },
      { parameter: 'gbraid', kind: 'paid', channel: 'paid_search' },
      { parameter: 'wbraid', kind: 'paid', channel: 'paid_search' },
      { parameter: 'srsltid', kind: 'listing' },
    ],
    withoutClickId: 'After a real click that means that auto-tagging is off.',
    sources: [
      {
        name: 'youtube',
        group: 'video',
        names: ['youtube', 'yt'],
        domains: ['youtube.com', 'youtu.be'],
        apps: ['com.google.android.youtube'],
      },
      {
        name: 'google',
        group: 'search',
        names: ['google'],
        paidNames: ['adwords', 'google_ads', 'googleads'],
        everywhere: 'google',
        apps: ['com.google.android.googlequicksearchbox'],
      },
    ],
    channel: {
      search: 'paid_search',
      shopping: 'paid_shopping',
      display: 'display',
      video: 'paid_video',
      'performance max': 'cross_network',
      'demand gen': 'cross_network',
      discovery: 'cross_network',
    },
    wholeKinds: ['performance max'],
    hasClickLog: true,
  },
  tracking: {
    field: 'Final URL suffix',
    steps: [
      'Open Google Ads and go to Admin, then Account settings.',
      'Open Tracking and paste the text into “Final URL suffix”. Leave the tracking template empty.',
      'Leave auto-tagging on: it adds gclid, which proves a paid click.',
      'Press Test, then Save. It holds for all campaigns of the account.',
    ],
    parameters: [
      parameter('utm_source', 'google', 'Platform'),
      parameter('utm_medium', 'cpc', 'Paid click'),
      parameter('utm_id', '{campaignid}', 'Campaign id: names change, ids do not'),
      parameter('ts_as', '{adgroupid}', ['Id of the ad group', inPerformanceMax]),
      parameter('ts_ad', '{creative}', ['Id of the ad', inPerformanceMax]),
      parameter('ts_net', '{network}', 'Network: g search, s partners, d display, x Performance Max'),
      parameter('ts_kw', '{keyword}', ['Keyword', ofKeywords]),
      parameter('ts_mt', '{matchtype}', ['Match type', ofKeywords]),
      parameter('ts_dev', '{device}', 'Device'),
    ],
    notes: [
      'The most specific level wins: a suffix or template on a campaign, ad group or ad hides the one of the account.',
      'A tracking template must contain {lpurl} and goes through a redirect. The suffix needs neither.',
      'In Performance Max the ad group and the ad come back empty: such orders are joined to their campaign.',
    ],
    macro: /\{[a-z_]+\}/i,
    macroShape: '^\\{[A-Za-z_]+\\}$',
  },
}
