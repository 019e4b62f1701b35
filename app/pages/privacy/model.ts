import type { ShopVerbs, VerbInput } from '@tillsight/domain'

/** Identifies a customer by one or more of these; the id is the platform's. */
export type CustomerName = VerbInput<ShopVerbs['customer.erase']>

import type { Tone } from '../../ui/parts.tsx'

// Data of the privacy page: loaders and actions create it, components only lay it out.

/** Fields of the customer lookup. */
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
  /** An export of the data would close it. */
  readonly canAnswer: boolean
}

/** Result of a form on the page. */
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

/** Summary of a customer's data, printed. */
export interface HeldModel {
  readonly facts: readonly { readonly name: string; readonly text: string; readonly means: string }[]
  readonly orders: number
}
