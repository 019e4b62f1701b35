// What the product says and does about each platform, as data. Must not import a connector, nor anything that a browser lacks.
export type {
  AdsDescriptor,
  PlatformDescriptor,
  PlatformFace,
  PlatformStat,
  StoreDescriptor,
  TemplateParameter,
  TrackingTemplate,
  UntoldCampaigns,
} from './descriptor.ts'
export {
  type AdPlatformId,
  adPlatformIds,
  byAdPlatform,
  type PlatformId,
  platformFaces,
  type StorePlatformId,
  storePlatformIds,
  toAdPlatformId,
} from './faces.ts'
export { adPlatforms, findAdPlatform, findPlatform, findVisited, platforms, storePlatforms } from './platforms.ts'
