// What pages ask of campaigns besides their figures. The server implements it, bound to the signed-in person.
import type { AdChoices, PlaceFacts, PlaceLevel, TaggedAds } from '@tillsight/domain'

/** Part of a shop's services. */
export interface CampaignServices {
  /** Accounts, channels without a connector and kinds that a table of campaigns can be limited to. */
  adChoices(): Promise<AdChoices>
  /** How the places of some rows of one level are set up; keys that make no sense are left out. At most 1,000 of them. */
  adPlaces(level: PlaceLevel, keys: readonly string[]): Promise<readonly PlaceFacts[]>
  /** Ads of a platform that run or cost money lately, with what they add to landing pages and what of it arrives. */
  taggedAds(platform: 'googleads' | 'metaads' | 'tiktokads'): Promise<TaggedAds>
}
