// What platforms ask in the name of a customer or a merchant, in one vocabulary.

/** Whom a request is about, as far as the platform says it. */
export interface PrivacySubject {
  readonly id: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** What a platform asks of every app; to be done within 30 days. */
export type PrivacyRequest =
  | { readonly kind: 'forged' | 'ignored'; readonly why: string }
  /** A customer asks what is stored about them; `orderIds` are the orders meant. */
  | {
      readonly kind: 'customer_data' | 'erase_customer'
      readonly shop: string
      readonly customer: PrivacySubject
      readonly orderIds: readonly string[]
    }
  /** Some days after the app was removed: everything of the shop, unless it is connected again. */
  | { readonly kind: 'erase_shop'; readonly shop: string }

/** One request as it arrived at the address of the app, not of a connection. */
export interface PrivacyDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** How a platform tells the operator's app, at one address for all shops, what people ask. */
export interface PrivacySpec {
  /** Verifies in constant time with the app's secrets and says what is asked; `forged` is answered with 401. */
  read(delivery: PrivacyDelivery, app: Readonly<Record<string, string>>): PrivacyRequest
  /** Two deliveries with the same key are one. */
  keyOf(delivery: PrivacyDelivery): string
  /** Whether a connection with these settings is the one that a request calls by this name. */
  isAbout(settings: Readonly<Record<string, string>>, shop: string): boolean
}
