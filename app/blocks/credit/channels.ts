import type { Series } from '../../charts/series.ts'

// The channels that touchpoints belong to (attribution.md §5).

/** A channel that the shop defined, by the name that its rule gives it; empty without one. */
export function ownChannelName(key: string): string {
  const words = key.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
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
