import type { Series } from '../../charts/series.ts'

// Channels of visits (attribution.md §5) as people call them.

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
  // No visit shows these: buyers say them.
  podcast: 'Podcasts',
  creator: 'Creators',
  tv_radio_print: 'TV, radio and print',
}

/** `Paid social`; a channel of the shop's own is called as its rule calls it. */
export function channelName(key: string): string {
  const known = names[key]
  if (known !== undefined) return known
  const words = key.replaceAll('_', ' ').trim()
  return words === '' ? 'Unassigned' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** By kind of channel, so that paid, owned and earned ways are told apart; where most of a kind comes from one platform, in its colour. */
export function channelSeries(key: string): Series {
  if (key === 'paid_social') return 3
  if (key.startsWith('paid_search') || key === 'paid_shopping' || key === 'cross_network') return 2
  if (key === 'paid_video') return 4
  if (['display', 'other_paid', 'affiliate'].includes(key)) return 5
  if (['email', 'sms', 'push'].includes(key)) return 6
  return 1
}

/** What a channel means, in a sentence; nothing for one that its name explains. */
export const channelHints: Readonly<Record<string, string>> = {
  direct: 'Nothing said where the visit came from: typed, bookmarked, or a link that hides its origin.',
  unassigned: 'The address carried tags that no rule knows.',
  cross_network: 'Performance Max and other campaigns that run on several networks at once.',
  paid_search_brand: 'Paid search for the shop’s own name.',
  ai_assistant: 'Visits from assistants such as ChatGPT, Perplexity or Gemini.',
}
