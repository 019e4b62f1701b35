import { type PlaceLevel, placeLevels } from '@tillsight/metrics'
import type { AdPlace } from '@tillsight/platforms/connectors'

/** A value of the dimension of a level, taken apart; deeper ids are empty, and so is the last one of what belongs to none. */
export interface AdPlaceKey extends Omit<AdPlace, 'level'> {
  readonly level: PlaceLevel
  readonly platform: string
}

/**
 * Takes `platform/account/campaign/ad set/ad` apart, as many parts as the level has. A campaign may have a slash in it:
 * channels without a connector go by the name that people gave. Undefined for what is no such key.
 */
export function parsePlace(level: PlaceLevel, key: string): AdPlaceKey | undefined {
  const below = placeLevels.indexOf(level)
  const parts = key.split('/')
  if (parts.length < below + 3) return undefined
  const [platform = '', accountId = ''] = parts
  if (platform === '' || accountId === '') return undefined
  const campaignId = parts.slice(2, parts.length - below).join('/')
  const [adSetId = '', adId = ''] = parts.slice(parts.length - below, parts.length)
  return { level, platform, accountId, campaignId, adSetId, adId }
}
