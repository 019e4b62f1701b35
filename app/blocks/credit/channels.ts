import type { Series } from '../../charts/series.ts'

// Labels of the channels that touchpoints belong to (attribution.md §5).

const names: Readonly<Record<string, string>> = {
  paid_search: 'Paid search',
  paid_search_brand: 'Paid search, brand',
  paid_shopping: 'Paid shopping',
  paid_social: 'Paid social',
  paid_video: 'Paid video',
  display: 'Display',
  cross_network: 'Cross-network',
  other_paid: 'Other paid',
  affiliate: 'Affiliate',
  email: 'Email',
  sms: 'SMS',
  push: 'Push messages',
  organic_search: 'Organic search',
  organic_shopping: 'Organic shopping',
  organic_social: 'Organic social',
  organic_video: 'Organic video',
  ai_assistant: 'AI assistants',
  referral: 'Referral',
  direct: 'Direct',
  unassigned: 'Unassigned',
  // Never detected from visits: only buyers mention these, in surveys.
  podcast: 'Podcasts',
  creator: 'Creators',
  tv_radio_print: 'TV, radio and print',
}

/** `Paid social`; a channel defined by the shop has the name that its rule gives it. */
export function channelName(key: string): string {
  const known = names[key]
  if (known !== undefined) return known
  const words = key.replaceAll('_', ' ').trim()
  return words === '' ? 'Unassigned' : words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Colour by kind of channel, to distinguish paid, owned and earned; where one platform dominates a kind, that platform's
 * colour.
 */
export function channelSeries(key: string): Series {
  if (key === 'paid_social') return 3
  if (key.startsWith('paid_search') || key === 'paid_shopping' || key === 'cross_network') return 2
  if (key === 'paid_video') return 4
  if (['display', 'other_paid', 'affiliate'].includes(key)) return 5
  if (['email', 'sms', 'push'].includes(key)) return 6
  return 1
}

/** What a channel means, in a sentence; omitted where the name explains it. */
export const channelHints: Readonly<Record<string, string>> = {
  direct: 'Nothing said where the visit came from: typed, bookmarked, or a link that hides its origin.',
  unassigned: 'The address carried tags that no rule knows.',
  cross_network: 'Performance Max and other campaigns that run on several networks at once.',
  paid_search_brand: 'Paid search for the shop’s own name.',
  ai_assistant: 'Visits from assistants such as ChatGPT, Perplexity or Gemini.',
}
