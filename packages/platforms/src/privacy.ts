// Privacy requests that platforms send on behalf of a customer or a merchant.

/** The person that a request is about, as far as the platform identifies them. */
export interface PrivacySubject {
  readonly id: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** A request that platforms send to every app; to be fulfilled within 30 days. */
export type PrivacyRequest =
  | { readonly kind: 'forged' | 'ignored'; readonly why: string }
  /** A customer asks for their stored data; `orderIds` are the orders concerned. */
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

/** How a platform sends privacy requests to the operator's app, at one address for all shops. */
export interface PrivacySpec {
  /** Verifies in constant time with the app's secrets and returns the request; the response to `forged` is 401. */
  read(delivery: PrivacyDelivery, app: Readonly<Record<string, string>>): PrivacyRequest
  /** Deliveries with the same key are duplicates. */
  keyOf(delivery: PrivacyDelivery): string
  /** Whether a connection with these settings belongs to the shop named in a request. */
  isAbout(settings: Readonly<Record<string, string>>, shop: string): boolean
}
