import { lazy } from 'react'

// Tabs whose code is loaded when they are opened.

export const ModelsPart = lazy(async () => ({
  default: (await import('./models-part.tsx')).ModelsPart,
}))
export const ClaimsPart = lazy(async () => ({
  default: (await import('./claims-part.tsx')).ClaimsPart,
}))
export const PathsPart = lazy(async () => ({
  default: (await import('./paths-part.tsx')).PathsPart,
}))
export const RolesPart = lazy(async () => ({
  default: (await import('./roles-part.tsx')).RolesPart,
}))
export const ConversionRatePart = lazy(async () => ({
  default: (await import('./conversion-rate-part.tsx')).ConversionRatePart,
}))
export const TransitionsPart = lazy(async () => ({
  default: (await import('./transitions-part.tsx')).TransitionsPart,
}))
export const OverlapPart = lazy(async () => ({
  default: (await import('./overlap-part.tsx')).OverlapPart,
}))
export const CohortsPart = lazy(async () => ({
  default: (await import('./cohorts-part.tsx')).CohortsPart,
}))
export const Noted = lazy(async () => ({ default: (await import('./noted.tsx')).Noted }))
