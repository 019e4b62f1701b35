import { type InstructionStep, platformFaces, storePlatformIds } from '@tillsight/platforms'
import type { ConsentMode } from '@tillsight/platforms/connectors'
import type { InstallationView } from '../../services.ts'

/** Kinds of shops, by how the tracking script is installed. */
export const shopKinds = [...storePlatformIds, 'other'] as const
/** One of {@link shopKinds}. */
export type ShopKind = (typeof shopKinds)[number]

/** The kinds to choose from, as people know them. */
export const shopKindChoices = shopKinds.map((value) => ({
  value,
  label: platformFaces.find(({ id }) => id === value)?.name ?? 'Another shop',
}))

/** A step with what is made for the shop in it. */
export interface ShownStep extends Omit<InstructionStep, 'copy'> {
  /** Null text: it is made when the product is built, and that has not happened. */
  readonly copy?: { readonly label: string; readonly text: string | null; readonly isCode?: true }
}

/** Arrival of tracking events, printed. */
export interface ArrivalsModel {
  /** Age of the last event; null before the first. */
  readonly age: string | null
  /** Received in the last 24 hours. */
  readonly events: string
  readonly visitors: string
  readonly orders: string
  /** Share of events with consent; null without events. */
  readonly agreedShare: string | null
}

/** What the installation page shows. */
export interface InstallModel {
  readonly domain: string
  /** The instructions on screen. */
  readonly kind: ShopKind
  readonly consent: ConsentMode
  /** Why consent cannot be configured here; null where it can. */
  readonly ownConsent: string | null
  /** For this kind; null for shops of no known platform. */
  readonly steps: readonly ShownStep[] | null
  readonly installation: Omit<InstallationView, 'texts'>
  readonly arrivals: ArrivalsModel
}
