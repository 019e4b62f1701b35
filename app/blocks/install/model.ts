import type { ConsentMode } from '@tillsight/domain'
import { storePlatformIds } from '@tillsight/platforms'
import type { InstallationView } from '../../services.ts'

/** Kinds of shops that are told apart: by how the script gets into them. */
export const shopKinds = [...storePlatformIds, 'other'] as const
/** One of {@link shopKinds}. */
export type ShopKind = (typeof shopKinds)[number]

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
  readonly installation: InstallationView
  readonly arrivals: ArrivalsModel
}
