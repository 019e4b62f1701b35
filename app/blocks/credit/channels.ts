import type { Series } from '../../charts/series.ts'
import { englishName } from './english-words.ts'

// The channels that touchpoints belong to (attribution.md §5).

/** The English name of a channel; `creditNames` has it in the page's language. */
export function channelName(key: string): string {
  return englishName(`channel.${key}`) ?? (ownChannelName(key) || 'Unassigned')
}

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

/** What a channel means, in an English sentence; undefined where the name explains it. */
export function channelHint(key: string): string | undefined {
  return englishName(`channelHint.${key}`)
}
