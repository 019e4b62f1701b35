import { type AdsDescriptor, type PlatformFace, parameter } from '../descriptor.ts'

/** The data that pages show about it. */
export const face = {
  id: 'metaads',
  kind: 'ads',
  name: 'Meta Ads',
  series: 3,
  icon: 'meta',
  reach: true,
} as const satisfies PlatformFace

/** The texts and data about Meta Ads. */
export const descriptor: AdsDescriptor<'metaads'> = {
  ...face,
  description: 'Cost, reach and reported purchases of campaigns on Facebook and Instagram.',
  hasConnectStep: true,
  stats: ['spend', 'conversions', 'cpa', 'cpc', 'roas', 'reach', 'impressions'],
  click: { name: 'click on a link', counted: 'link_clicks' },
  claims: {
    by: 'Meta',
    points: [
      'Meta counts purchases of people who clicked an ad in the seven days before, or saw one in the day before, unless the ad set says otherwise.',
      'They are dated to the day of the ad, not of the order, and arrive late: recent days still grow.',
      'Somebody who only saw the ad and came by another way is counted too.',
    ],
  },
  claimRules: [
    { id: '1d_click', label: '1 day after a click' },
    { id: '7d_click', label: '7 days after a click' },
    { id: '28d_click', label: '28 days after a click' },
    { id: '1d_view', label: '1 day after a view' },
    { id: '1d_ev', label: '1 day after an engaged view' },
    { id: 'website_only', label: 'Website only' },
  ],
  visits: {
    name: 'meta',
    otherNames: ['facebook', 'instagram'],
    // Also added to organic links.
    clickIds: [{ parameter: 'fbclid', kind: 'free' }],
    withoutClickId: 'A preview has none; a real click has one.',
    sources: [
      {
        name: 'facebook',
        group: 'social',
        names: ['facebook', 'fb', 'meta'],
        paidNames: ['facebook_ads', 'facebookads', 'fb_ads'],
        domains: ['facebook.com', 'fb.com', 'fb.me', 'messenger.com'],
        apps: ['com.facebook.katana', 'com.facebook.lite', 'com.facebook.orca'],
      },
      {
        name: 'instagram',
        group: 'social',
        names: ['instagram', 'ig', 'igshopping'],
        domains: ['instagram.com'],
        apps: ['com.instagram.android'],
      },
    ],
    channel: 'paid_social',
  },
  tracking: {
    field: 'URL parameters',
    steps: [
      'Open Ads Manager and the ad (several can be edited at once).',
      'Go to Tracking and paste the text into “URL parameters”, without a leading question mark.',
      'Leave the website address of the ad without parameters of its own.',
      'Publish. Editing the parameters sends the ad through review again.',
    ],
    parameters: [
      parameter('utm_source', 'facebook', 'Platform'),
      parameter('utm_medium', 'paid_social', 'Paid click'),
      parameter('utm_campaign', '{{campaign.name}}', 'Campaign name, for people'),
      parameter('utm_content', '{{ad.name}}', 'Ad name, for people'),
      parameter('utm_id', '{{campaign.id}}', 'Campaign id: names change, ids do not'),
      parameter('ts_as', '{{adset.id}}', 'Id of the ad set'),
      parameter('ts_ad', '{{ad.id}}', 'Id of the ad'),
      parameter('ts_pl', '{{placement}}', 'Placement'),
      parameter('ts_site', '{{site_source_name}}', 'fb, ig, msg or an: tells Instagram from Facebook'),
    ],
    notes: [
      'Meta adds the parameters to paid impressions only, so organic clicks on the same post stay organic.',
      'fbclid is added to organic links too: on its own it proves no ad.',
      'Names are often frozen at what they were when the ad was published. The ids stay right.',
    ],
    macro: /\{\{[^}]*\}\}/,
    macroShape: '\\{\\{',
  },
}
