import type { AdsDescriptor, PlatformDescriptor, StoreDescriptor } from './descriptor.ts'
import type { AdPlatformId, PlatformId, StorePlatformId } from './faces.ts'
import { descriptors } from './list.ts'

/** Everything that is data about each platform, stores first. */
export const platforms: readonly (PlatformDescriptor & { readonly id: PlatformId })[] = descriptors

/** The ad platforms. */
export const adPlatforms: readonly AdsDescriptor<AdPlatformId>[] = descriptors.flatMap((each) =>
  each.kind === 'ads' ? [each] : [],
)

/** The store platforms. */
export const storePlatforms: readonly StoreDescriptor<StorePlatformId>[] = descriptors.flatMap((each) =>
  each.kind === 'store' ? [each] : [],
)

/** The platform of an id that may come from outside. */
export function findPlatform(id: string): (typeof platforms)[number] | undefined {
  return platforms.find((platform) => platform.id === id)
}

/** The same of an ad platform. */
export function findAdPlatform(id: string | undefined): AdsDescriptor<AdPlatformId> | undefined {
  return adPlatforms.find((platform) => platform.id === id)
}

/** The ad platform that visits call so. */
export function findVisited(name: string): AdsDescriptor<AdPlatformId> | undefined {
  return adPlatforms.find(({ visits }) => visits.name === name)
}
