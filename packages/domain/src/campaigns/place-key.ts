import { type PlaceLevel, placeLevels } from '@tillsight/metrics'
import type { AdPlace } from '@tillsight/platforms/connectors'

/** A parsed value of a level's dimension; ids below the level are empty, as is a missing last id. */
export interface AdPlaceKey extends Omit<AdPlace, 'level'> {
  readonly level: PlaceLevel
  readonly platform: string
}

/**
 * Parses `platform/account/campaign/ad set/ad`, with as many parts as the level has. Campaigns of channels without a
 * connector may contain a slash, because they are named by people. Undefined for an invalid key.
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
