import { type InstructionStep, platformFaces, storePlatformIds } from '@tillsight/platforms'
import type { ConsentMode } from '@tillsight/platforms/connectors'
import type { InstallationView } from '../../services.ts'

/** Kinds of shops that are told apart: by how the script gets into them. */
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

/** Whether the script is heard, printed. */
export interface ArrivalsModel {
  /** How long ago the last event came in; null while none has. */
  readonly age: string | null
  /** Of the last 24 hours. */
  readonly events: string
  readonly visitors: string
  readonly orders: string
  /** Of the events; null without any. */
  readonly agreedShare: string | null
}

/** What the installation page shows. */
export interface InstallModel {
  readonly domain: string
  /** Instructions that are shown. */
  readonly kind: ShopKind
  readonly consent: ConsentMode
  /** Why nobody chooses here whether visitors are asked; null where that is a choice. */
  readonly ownConsent: string | null
  /** For this kind; null for shops of no known platform. */
  readonly steps: readonly ShownStep[] | null
  readonly installation: Omit<InstallationView, 'texts'>
  readonly arrivals: ArrivalsModel
}
