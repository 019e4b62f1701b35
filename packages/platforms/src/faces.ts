import type { PlatformFace } from './descriptor.ts'
import { faces } from './list.ts'

type Face = (typeof faces)[number]

/** Id of a platform that a shop can be connected to. */
export type PlatformId = Face['id']
/** Id of an ad platform. */
export type AdPlatformId = Extract<Face, { readonly kind: 'ads' }>['id']
/** Id of a store platform. */
export type StorePlatformId = Extract<Face, { readonly kind: 'store' }>['id']

/** All platforms as pages show them, stores first. */
export const platformFaces: readonly PlatformFace<PlatformId>[] = faces

/** The ad platforms in their order. */
export const adPlatformIds: readonly AdPlatformId[] = faces.flatMap((face) => (face.kind === 'ads' ? [face.id] : []))

/** The store platforms in their order. */
export const storePlatformIds: readonly StorePlatformId[] = faces.flatMap((face) =>
  face.kind === 'store' ? [face.id] : [],
)

/** Metrics of reach: only known for some ranges of days, and queried when they are shown. */
export const reachMetrics: readonly string[] = platformFaces.flatMap(({ id, reach }) => (reach ? [`${id}.reach`] : []))

/** The ad platform of an id that may come from outside. */
export function toAdPlatformId(id: string | undefined): AdPlatformId | undefined {
  return adPlatformIds.find((known) => known === id)
}
