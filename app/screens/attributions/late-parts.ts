import { lazy } from 'react'

// Parts of the page that come with their code when they are looked at.

export const ModelsPart = lazy(async () => ({
  default: (await import('../../features/attributions/models-part.tsx')).ModelsPart,
}))
export const ClaimsPart = lazy(async () => ({
  default: (await import('../../features/attributions/claims-part.tsx')).ClaimsPart,
}))
export const PathsPart = lazy(async () => ({
  default: (await import('../../features/attributions/paths-part.tsx')).PathsPart,
}))
export const RolesPart = lazy(async () => ({
  default: (await import('../../features/attributions/roles-part.tsx')).RolesPart,
}))
export const ConversionRatePart = lazy(async () => ({
  default: (await import('../../features/attributions/conversion-rate-part.tsx')).ConversionRatePart,
}))
export const TransitionsPart = lazy(async () => ({
  default: (await import('../../features/attributions/transitions-part.tsx')).TransitionsPart,
}))
export const OverlapPart = lazy(async () => ({
  default: (await import('../../features/attributions/overlap-part.tsx')).OverlapPart,
}))
export const CohortsPart = lazy(async () => ({
  default: (await import('../../features/attributions/cohorts-part.tsx')).CohortsPart,
}))
export const Noted = lazy(async () => ({ default: (await import('./noted.tsx')).Noted }))
