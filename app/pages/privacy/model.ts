import type { ShopVerbs, VerbInput } from '@tillsight/domain'

/** A customer in one of these ways or several; the id is the platform's. */
export type CustomerName = VerbInput<ShopVerbs['customer.erase']>

import type { Tone } from '../../ui/parts.tsx'

// What the privacy page shows: loaders and actions make it, components only place it.

/** Fields of the form that looks a customer up. */
export const nameFields = ['email', 'phone', 'customer'] as const

/** A platform's request, printed. */
export interface RequestModel {
  readonly id: string
  /** `Customer 41` */
  readonly who: string
  readonly what: string
  readonly state: { readonly label: string; readonly tone: Tone }
  /** `Received 20 Nov 2026, 14:05 · due by Sun 20 Dec 2026` */
  readonly times: string
  readonly isClosed: boolean
  /** Handing the data over would answer it. */
  readonly canAnswer: boolean
}

/** What a form of the page led to. */
export type PrivacyOutcome =
  | {
      readonly kind: 'found'
      readonly name: CustomerName
      readonly held: HeldModel
      readonly error: string | undefined
    }
  | { readonly kind: 'nobody'; readonly name: CustomerName }
  | { readonly kind: 'erased'; readonly text: string }
  | { readonly kind: 'refused'; readonly name: CustomerName; readonly message: string }

/** How much is held of somebody, printed. */
export interface HeldModel {
  readonly facts: readonly { readonly name: string; readonly text: string; readonly means: string }[]
  /** `3 orders` */
  readonly orders: string
}
