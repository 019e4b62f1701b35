import type { TouchDraft } from '@tillsight/attribution'
import { type AdIndex, type AdSpot, adConnectors, channelOfKind, isOnePiece, normaliseName } from './ad-index.ts'

/** The kind of key by which an ad was found. */
export type JoinLevel = 'none' | 'platform' | 'name' | 'campaign' | 'ad_set' | 'ad'

/** The fields of a touch by which ads are found. */
export type Joinable = Pick<
  TouchDraft,
  'platform' | 'campaignId' | 'adSetId' | 'adId' | 'campaign' | 'clickId' | 'channel' | 'paid' | 'isCustom'
>

/** A touch with its ad, and the resulting channel. */
export interface Joined extends AdSpot {
  readonly joined: JoinLevel
  readonly channel: string
  readonly paid: boolean
}

/**
 * Finds the ad of a touch: by ad, ad set or campaign id, by the platform's record of the click, and, only without any id, by
 * the campaign's name (attribution.md §6). A touch found by an id comes from an ad, whatever its tags say; the campaign's
 * kind then decides the channel, unless one of the shop's rules has.
 */
export function joinAd(touch: Joinable, ads: AdIndex, brandTerms: readonly string[]): Joined {
  const { platform, channel, paid } = touch
  const connector = adConnectors[platform]
  const found = connector === undefined ? undefined : findSpot(touch, connector, ads)
  if (!connector || !found) {
    const { campaignId, adSetId, adId } = touch
    const joined = paid && platform !== '' ? 'platform' : 'none'
    return { accountId: '', campaignId, adSetId, adId, joined, channel, paid }
  }
  const campaign = ads.campaignOf(connector, found.campaignId)
  const place = campaign && isOnePiece(platform, campaign.kind) ? asCampaign(found) : found
  return { ...place, ...(touch.isCustom ? { channel, paid } : decide(touch, place, { campaign, brandTerms })) }
}

type Spot = AdSpot & { readonly joined: JoinLevel }

function findSpot(touch: Joinable, platform: string, ads: AdIndex): Spot | undefined {
  const { campaignId, adSetId, adId, clickId } = touch
  const ad = ads.find('ad', platform, adId)
  if (ad) return { ...ad, joined: 'ad' }
  const adSet = ads.find('ad_set', platform, adSetId)
  if (adSet) return { ...adSet, joined: 'ad_set' }
  const click = clickId === '' ? undefined : ads.findClick(clickId)
  if (click && (campaignId === '' || click.campaignId === campaignId)) return { ...click, joined: levelOf(click) }
  const whole = ads.find('campaign', platform, campaignId)
  return whole ? { ...whole, joined: 'campaign' } : findNamed(touch, platform, ads)
}

/** Names are only used for ad touches without an id. */
function findNamed({ campaignId, adSetId, adId, paid, campaign }: Joinable, platform: string, ads: AdIndex) {
  const hasId = campaignId !== '' || adSetId !== '' || adId !== ''
  const named = hasId || !paid ? undefined : ads.findNamed(platform, campaign)
  return named && { ...named, joined: 'name' as const }
}

function levelOf({ adSetId, adId }: AdSpot): JoinLevel {
  if (adId !== '') return 'ad'
  return adSetId === '' ? 'campaign' : 'ad_set'
}

function asCampaign(spot: Spot): Spot {
  return { ...spot, adSetId: '', adId: '', joined: spot.joined === 'name' ? 'name' : 'campaign' }
}

interface Behind {
  readonly campaign: { readonly name: string; readonly kind: string } | undefined
  readonly brandTerms: readonly string[]
}

function decide(
  { platform, channel, paid }: Joinable,
  { joined }: Spot,
  { campaign, brandTerms }: Behind,
): Pick<Joined, 'channel' | 'paid'> {
  if (joined === 'name' && !paid) return { channel, paid }
  const told = channelOfKind(platform, campaign?.kind ?? '')
  if (told !== 'paid_search') return { channel: told ?? channel, paid: told !== undefined || paid }
  const name = normaliseName(campaign?.name ?? '')
  const isBrand = channel === 'paid_search_brand' || brandTerms.some((term) => name.includes(normaliseName(term)))
  return { channel: isBrand ? 'paid_search_brand' : told, paid: true }
}
