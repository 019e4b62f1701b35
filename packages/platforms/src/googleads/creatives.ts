import type { AdCreative } from '../ad-records.ts'
import { idAt, isRow, type Row, textAt, valueAt } from './values.ts'

/** Rows about image, video and text assets. */
export interface AssetRows {
  readonly ofGroups: readonly Row[]
  readonly ofAds: readonly Row[]
}

interface Asset {
  readonly imageUrl: string | null
  readonly isVideo: boolean
}

/** The assets that ads and asset groups show, looked up by name and id. */
export interface Assets {
  creativeOfAd(row: Row): AdCreative
  creativeOfGroup(id: string): AdCreative | null
}

/** Names of the assets that an ad shows, in the ad's order. */
export function creativeAssetNames(row: Row): string[] {
  const paths = [
    'responsiveDisplayAd.marketingImages',
    'demandGenMultiAssetAd.marketingImages',
    'videoResponsiveAd.videos',
  ]
  return paths.flatMap((path) => rowsAt(row, `adGroupAd.ad.${path}`).map((part) => textAt(part, 'asset')))
}

/** Prepares the look-up. */
export function assetsOf({ ofGroups, ofAds }: AssetRows, thumbnails: string): Assets {
  const byName = new Map(ofAds.map((row) => [textAt(row, 'asset.resourceName'), toAsset(row, thumbnails)]))
  const byGroup = new Map<string, Row[]>()
  for (const row of ofGroups) {
    const id = idAt(row, 'assetGroup.id')
    byGroup.set(id, [...(byGroup.get(id) ?? []), row])
  }
  return {
    creativeOfAd(row) {
      const shown = creativeAssetNames(row).map((name) => byName.get(name))
      const picture = shown.find((asset) => asset !== undefined)
      const imageUrl = textAt(row, 'adGroupAd.ad.imageAd.imageUrl')
      return {
        id: idAt(row, 'adGroupAd.ad.id'),
        title: firstText(row, 'headlines') || textAt(row, 'adGroupAd.ad.name'),
        text: firstText(row, 'descriptions'),
        imageUrl: imageUrl || (picture?.imageUrl ?? null),
        isVideo: picture?.isVideo ?? rowsAt(row, 'adGroupAd.ad.videoResponsiveAd.videos').length > 0,
      }
    },
    creativeOfGroup(id) {
      const parts = byGroup.get(id)
      if (!parts) return null
      const textOf = (field: string) => {
        const part = parts.find((row) => textAt(row, 'assetGroupAsset.fieldType') === field)
        return part ? textAt(part, 'asset.textAsset.text') : ''
      }
      const pictures = parts.map((row) => toAsset(row, thumbnails)).filter(({ imageUrl }) => imageUrl !== null)
      const picture = pictures.find(({ isVideo }) => !isVideo) ?? pictures[0]
      return {
        id,
        title: textOf('HEADLINE') || textOf('LONG_HEADLINE'),
        text: textOf('DESCRIPTION'),
        imageUrl: picture?.imageUrl ?? null,
        isVideo: picture?.isVideo ?? false,
      }
    },
  }
}

function toAsset(row: Row, thumbnails: string): Asset {
  const video = textAt(row, 'asset.youtubeVideoAsset.youtubeVideoId')
  // Only a plausible video id is put into an address.
  if (/^[\w-]+$/.test(video)) return { imageUrl: `${thumbnails}/vi/${video}/hqdefault.jpg`, isVideo: true }
  return { imageUrl: textAt(row, 'asset.imageAsset.fullSize.url') || null, isVideo: false }
}

function firstText(row: Row, list: 'headlines' | 'descriptions'): string {
  const [first] = rowsAt(row, `adGroupAd.ad.responsiveSearchAd.${list}`)
  return first ? textAt(first, 'text') : ''
}

function rowsAt(row: Row, path: string): Row[] {
  const value = valueAt(row, path)
  return Array.isArray(value) ? value.filter(isRow) : []
}
