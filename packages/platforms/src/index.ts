// Texts and data about each platform. Must not import a connector, or anything that a browser lacks.
export type {
  AdsDescriptor,
  InstructionStep,
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
  type PlatformId,
  platformFaces,
  reachMetrics,
  type StorePlatformId,
  storePlatformIds,
  toAdPlatformId,
} from './faces.ts'
export {
  type AdPlatform,
  adPlatforms,
  byAdPlatform,
  findAdPlatform,
  findPlatform,
  findVisited,
  platforms,
  type StorePlatform,
  storePlatforms,
} from './platforms.ts'
