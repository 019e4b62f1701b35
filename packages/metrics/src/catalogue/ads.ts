import { adPlatforms } from '@tillsight/platforms'
import type { MetricDefinition } from './definition.ts'
import { adSum } from './rows.ts'

/** Rows reported by ad platforms, and entries of custom spend that count as ad spend. */
export const spends = "counts_as = 'ad_spend'"
/** See {@link spends}. */
export const byPlatforms = "platform != 'custom'"

const inWords = new Intl.ListFormat('en-GB')
const all = inWords.format(adPlatforms.map(({ name }) => name))
/** Platforms whose clicks are link clicks. */
const linked = inWords.format(adPlatforms.flatMap(({ name, click }) => (click.counted === 'link_clicks' ? [name] : [])))

/**
 * Cost and results of ads over all channels, and per channel when broken down. Conversions are as the platforms report them:
 * several can claim the same order.
 */
export const ads = [
  {
    id: 'adSpend',
    label: 'Ad spend',
    description: 'What ads cost on all channels, on the days of the ad accounts; agencies and tools are not in it.',
    formula: 'Σ spend of every channel, entered costs that count as ad spend included',
    unit: 'money',
    better: 'lower',
    value: adSum('spend', spends),
  },
  {
    id: 'platformSpend',
    label: 'Spend on ad platforms',
    description: 'What connected ad platforms billed; their clicks and reported conversions relate to it.',
    formula: `Σ spend that ${all} report`,
    unit: 'money',
    better: 'lower',
    value: adSum('spend', byPlatforms),
  },
  {
    id: 'adImpressions',
    label: 'Ad impressions',
    description: 'Times that ads were shown, as each platform counts them.',
    formula: 'Σ impressions of every platform',
    unit: 'count',
    better: 'higher',
    value: adSum('impressions', byPlatforms),
  },
  {
    id: 'adClicks',
    label: 'Ad clicks',
    description: `Clicks on ads as each platform counts them; at ${linked} clicks on a link.`,
    formula: `Σ clicks of every platform, link clicks at ${linked}`,
    unit: 'count',
    better: 'higher',
    value: adSum('link_clicks', byPlatforms),
  },
  {
    id: 'adViews',
    label: 'Video views',
    description: 'Times that playback of a video ad started, where the platform counts them.',
    formula: 'Σ video views of every platform',
    unit: 'count',
    better: 'higher',
    value: adSum('views', byPlatforms),
  },
  {
    id: 'adCpc',
    label: 'Cost per ad click',
    description: 'Spend on ad platforms for each click; no value without a click.',
    formula: 'Spend on ad platforms ÷ ad clicks',
    unit: 'money',
    better: 'lower',
    value: { divide: ['platformSpend', 'adClicks'] },
  },
  {
    id: 'adCpm',
    label: 'CPM',
    description: 'Spend on ad platforms for each thousand impressions; no value without one.',
    formula: 'Spend on ad platforms × 1,000 ÷ ad impressions',
    unit: 'money',
    better: 'lower',
    value: { divide: ['platformSpend', 'adImpressions'], times: 1000 },
  },
  {
    id: 'adCtr',
    label: 'Click-through rate',
    description: `Share of ad impressions that were clicked; at ${linked} on a link.`,
    formula: 'Ad clicks ÷ ad impressions',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['adClicks', 'adImpressions'] },
  },
  {
    id: 'claimedConversions',
    label: 'Platform-reported conversions',
    description: 'Purchases that platforms report for their own ads. Several platforms can count the same order.',
    formula: 'Σ purchases that each platform reports, dated to its ads',
    unit: 'count',
    better: 'higher',
    value: adSum('purchases', byPlatforms),
  },
  {
    id: 'claimedRevenue',
    label: 'Platform-reported revenue',
    description: 'Purchase value that platforms report for their own ads. Several platforms can count the same order.',
    formula: 'Σ purchase value that each platform reports, dated to its ads',
    unit: 'money',
    better: 'higher',
    value: adSum('purchase_value', byPlatforms),
  },
  {
    id: 'claimedRoas',
    label: 'Platform-reported ROAS',
    description: 'Reported purchase value per unit spent on the platforms. Several platforms can count the same order.',
    formula: 'Platform-reported revenue ÷ spend on ad platforms, the same in every currency',
    unit: 'ratio',
    better: 'higher',
    value: { divide: ['claimedRevenue', 'platformSpend'], unconverted: true },
  },
  {
    id: 'claimedCpa',
    label: 'Platform-reported CPA',
    description: 'Spend on ad platforms per reported purchase. Several platforms can count the same order.',
    formula: 'Spend on ad platforms ÷ platform-reported conversions',
    unit: 'money',
    better: 'lower',
    value: { divide: ['platformSpend', 'claimedConversions'] },
  },
  {
    id: 'claimedConversionRate',
    label: 'Platform-reported conversion rate',
    description: 'Reported purchases per click on the platforms’ ads. Several platforms can count the same order.',
    formula: 'Platform-reported conversions ÷ ad clicks',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['claimedConversions', 'adClicks'] },
  },
] as const satisfies readonly MetricDefinition[]

/** Figures of all ad platforms together, by what they are to whoever sets something beside them. */
export const adFigures = {
  /** With costs that people enter. */
  spend: 'adSpend',
  /** By connected platforms alone. */
  billed: 'platformSpend',
  clicks: 'adClicks',
  claimed: { orders: 'claimedConversions', revenue: 'claimedRevenue' },
} as const
