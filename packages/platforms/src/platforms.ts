import type { AdsDescriptor, PlatformDescriptor, StoreDescriptor } from './descriptor.ts'
import type { AdPlatformId, PlatformId, StorePlatformId } from './faces.ts'
import { descriptors } from './list.ts'

/** An ad platform. */
export type AdPlatform = AdsDescriptor<AdPlatformId>
/** A store platform. */
export type StorePlatform = StoreDescriptor<StorePlatformId>

/** Everything that is data about each platform, stores first. */
export const platforms: readonly (PlatformDescriptor & { readonly id: PlatformId })[] = descriptors

/** The ad platforms. */
export const adPlatforms: readonly AdPlatform[] = descriptors.flatMap((each) => (each.kind === 'ads' ? [each] : []))

/** The store platforms. */
export const storePlatforms: readonly StorePlatform[] = descriptors.flatMap((each) =>
  each.kind === 'store' ? [each] : [],
)

/** The platform of an id that may come from outside. */
export function findPlatform(id: string): (typeof platforms)[number] | undefined {
  return platforms.find((platform) => platform.id === id)
}

/** The ad platform for an id that may come from outside. */
export function findAdPlatform(id: string | undefined): AdPlatform | undefined {
  return adPlatforms.find((platform) => platform.id === id)
}

/** The ad platform with this name in visits. */
export function findVisited(name: string): AdPlatform | undefined {
  return adPlatforms.find(({ visits }) => visits.name === name)
}

/** Something for each ad platform. */
export function byAdPlatform<Value>(make: (platform: AdPlatform) => Value): Readonly<Record<AdPlatformId, Value>> {
  // Complete: list and type are made from the same descriptors.
  return Object.fromEntries(adPlatforms.map((platform) => [platform.id, make(platform)])) as Record<AdPlatformId, Value>
}
