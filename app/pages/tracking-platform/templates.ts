/** Ad platforms that have a page of their own. */
export const trackedPlatforms = ['googleads', 'metaads', 'tiktokads'] as const
export type TrackedPlatform = (typeof trackedPlatforms)[number]

/** One part of what is added to a landing page's address. */
export interface TemplateParameter {
  readonly name: string
  /** A fixed text or the platform's macro. */
  readonly value: string
  readonly meaning: string
  /** Without it an order cannot be joined to its ad. */
  readonly isNeeded: boolean
  /** Why it may come back empty. */
  readonly mayBeEmpty?: string
}

/** How ads of a platform are tagged. */
export interface TrackingTemplate {
  /** What the platform calls the thing that the parameters are pasted into. */
  readonly field: string
  /** The way there, step by step. */
  readonly steps: readonly string[]
  readonly parameters: readonly TemplateParameter[]
  /** What decides whether the join works. */
  readonly notes: readonly string[]
  /** Parameter that the platform adds by itself. */
  readonly clickId: string
  /** How the platform writes a macro that it has not filled in. */
  readonly macro: RegExp
}

const ids = {
  campaign: 'Campaign id: names change, ids do not',
  group: 'Id of the ad group',
  set: 'Id of the ad set',
  ad: 'Id of the ad',
} as const

const named = (name: string, value: string, meaning: string): TemplateParameter => ({
  name,
  value,
  meaning,
  isNeeded: true,
})
const extra = (name: string, value: string, meaning: string): TemplateParameter => ({
  name,
  value,
  meaning,
  isNeeded: false,
})

const performanceMax = 'Performance Max fills in the campaign only.'

/** The recommended parameters by platform. */
export const trackingTemplates: Readonly<Record<TrackedPlatform, TrackingTemplate>> = {
  googleads: {
    field: 'Final URL suffix',
    steps: [
      'Open Google Ads and go to Admin, then Account settings.',
      'Open Tracking and paste the text into “Final URL suffix”. Leave the tracking template empty.',
      'Leave auto-tagging on: it adds gclid, which proves a paid click.',
      'Press Test, then Save. It holds for all campaigns of the account.',
    ],
    parameters: [
      named('utm_source', 'google', 'Platform'),
      named('utm_medium', 'cpc', 'Paid click'),
      named('utm_id', '{campaignid}', ids.campaign),
      { ...named('ts_as', '{adgroupid}', ids.group), mayBeEmpty: performanceMax },
      { ...named('ts_ad', '{creative}', ids.ad), mayBeEmpty: performanceMax },
      extra('ts_net', '{network}', 'Network: g search, s partners, d display, x Performance Max'),
      { ...extra('ts_kw', '{keyword}', 'Keyword'), mayBeEmpty: 'Only search campaigns with keywords have one.' },
      { ...extra('ts_mt', '{matchtype}', 'Match type'), mayBeEmpty: 'Only search campaigns with keywords have one.' },
      extra('ts_dev', '{device}', 'Device'),
    ],
    notes: [
      'The most specific level wins: a suffix or template on a campaign, ad group or ad hides the one of the account.',
      'A tracking template must contain {lpurl} and goes through a redirect. The suffix needs neither.',
      'In Performance Max the ad group and the ad come back empty: such orders are joined to their campaign.',
    ],
    clickId: 'gclid',
    macro: /\{[a-z_]+\}/i,
  },
  metaads: {
    field: 'URL parameters',
    steps: [
      'Open Ads Manager and the ad (several can be edited at once).',
      'Go to Tracking and paste the text into “URL parameters”, without a leading question mark.',
      'Leave the website address of the ad without parameters of its own.',
      'Publish. Editing the parameters sends the ad through review again.',
    ],
    parameters: [
      named('utm_source', 'facebook', 'Platform'),
      named('utm_medium', 'paid_social', 'Paid click'),
      extra('utm_campaign', '{{campaign.name}}', 'Campaign name, for people'),
      extra('utm_content', '{{ad.name}}', 'Ad name, for people'),
      named('utm_id', '{{campaign.id}}', ids.campaign),
      named('ts_as', '{{adset.id}}', ids.set),
      named('ts_ad', '{{ad.id}}', ids.ad),
      extra('ts_pl', '{{placement}}', 'Placement'),
      extra('ts_site', '{{site_source_name}}', 'fb, ig, msg or an: tells Instagram from Facebook'),
    ],
    notes: [
      'Meta adds the parameters to paid impressions only, so organic clicks on the same post stay organic.',
      'fbclid is added to organic links too: on its own it proves no ad.',
      'Names are often frozen at what they were when the ad was published. The ids stay right.',
    ],
    clickId: 'fbclid',
    macro: /\{\{[^}]*\}\}/,
  },
  tiktokads: {
    field: 'URL parameters',
    steps: [
      'Open TikTok Ads Manager and the ad.',
      'Go to Destination, choose to build the address by hand and paste the text into “URL parameters”.',
      'Leave the address of the landing page without parameters of its own.',
      'Submit. It holds for this ad only: repeat it for each, or copy the ad.',
    ],
    parameters: [
      named('utm_source', 'tiktok', 'Platform'),
      named('utm_medium', 'paid_social', 'Paid click'),
      extra('utm_campaign', '__CAMPAIGN_NAME__', 'Campaign name, for people'),
      extra('utm_content', '__CID_NAME__', 'Ad name, for people'),
      named('utm_id', '__CAMPAIGN_ID__', ids.campaign),
      named('ts_as', '__AID__', ids.group),
      named('ts_ad', '__CID__', ids.ad),
      extra('ts_pl', '__PLACEMENT__', 'Placement'),
    ],
    notes: [
      'The macros have two underscores on each side and capitals. Copies with single underscores are widespread and stay unfilled.',
      'AID is the ad group, CID the ad.',
      'Older ads may carry names where ids belong: check one of each campaign.',
    ],
    clickId: 'ttclid',
    macro: /_{1,2}(?:CAMPAIGN_ID|CAMPAIGN_NAME|AID|CID|AID_NAME|CID_NAME|PLACEMENT)_{1,2}/i,
  },
}

/** What is pasted into the platform. */
export function templateText({ parameters }: Pick<TrackingTemplate, 'parameters'>): string {
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&')
}
