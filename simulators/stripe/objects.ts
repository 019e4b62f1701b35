/** What Stripe keeps, in the shape in which it is sent; times are seconds since 1970, amounts the currency's smallest unit. */
interface Kept {
  readonly id: string
  readonly created: number
  readonly livemode: boolean
}

/** Notes of whoever uses the API. */
export type Metadata = Readonly<Record<string, string>>

/** A list inside another object, or one page of a list. */
export interface List<Item> {
  readonly object: 'list'
  readonly data: Item[]
  readonly has_more: boolean
  readonly url: string
}

export interface Customer extends Kept {
  readonly object: 'customer'
  email: string | null
  name: string | null
  metadata: Metadata
  /** Below zero: credit that invoices use up. */
  balance: number
  currency: string | null
  address: Readonly<Record<string, string>> | null
  preferred_locales: readonly string[]
  invoice_settings: { default_payment_method: string | null }
  deleted?: true
}

export interface PaymentMethod extends Kept {
  readonly object: 'payment_method'
  readonly type: 'card'
  readonly card: {
    readonly brand: 'visa'
    readonly last4: string
    readonly exp_month: number
    readonly exp_year: number
  }
  customer: string | null
}

export interface Product extends Kept {
  readonly object: 'product'
  name: string
  description: string | null
  active: boolean
  default_price: string | null
  metadata: Metadata
}

export interface Price extends Kept {
  readonly object: 'price'
  readonly type: 'recurring'
  readonly product: string
  readonly unit_amount: number
  readonly currency: string
  readonly recurring: {
    readonly interval: 'day' | 'week' | 'month' | 'year'
    readonly interval_count: number
    readonly usage_type: 'licensed'
  }
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified'
  lookup_key: string | null
  nickname: string | null
  active: boolean
  metadata: Metadata
}

export interface SubscriptionItem {
  readonly id: string
  readonly object: 'subscription_item'
  readonly created: number
  readonly subscription: string
  readonly metadata: Metadata
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'

/** What happens at the end of a trial without a card. */
export type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause'

export interface Subscription extends Kept {
  readonly object: 'subscription'
  readonly customer: string
  readonly currency: string
  readonly collection_method: 'charge_automatically'
  readonly start_date: number
  readonly automatic_tax: { readonly enabled: boolean }
  billing_cycle_anchor: number
  status: SubscriptionStatus
  items: List<SubscriptionItem>
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null }
  default_payment_method: string | null
  ended_at: number | null
  latest_invoice: string | null
  metadata: Metadata
  schedule: string | null
  trial_start: number | null
  trial_end: number | null
  trial_settings: { readonly end_behavior: { readonly missing_payment_method: MissingPaymentMethod } }
}

export interface InvoiceLine {
  readonly id: string
  readonly object: 'line_item'
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly quantity: number
  readonly period: { readonly start: number; readonly end: number }
  readonly pricing: {
    readonly type: 'price_details'
    readonly price_details: { readonly price: string; readonly product: string }
    readonly unit_amount_decimal: string
  }
  readonly parent: {
    readonly type: 'subscription_item_details'
    readonly subscription_item_details: {
      readonly subscription: string
      readonly subscription_item: string
      readonly proration: boolean
    }
  }
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'

export interface Invoice extends Kept {
  readonly object: 'invoice'
  readonly customer: string
  readonly customer_email: string | null
  readonly currency: string
  readonly billing_reason: BillingReason
  readonly collection_method: 'charge_automatically'
  readonly lines: List<InvoiceLine>
  readonly subtotal: number
  readonly total: number
  readonly total_taxes: readonly unknown[]
  readonly starting_balance: number
  readonly ending_balance: number | null
  readonly amount_due: number
  readonly period_start: number
  readonly period_end: number
  readonly parent: {
    readonly type: 'subscription_details'
    readonly subscription_details: { readonly subscription: string; readonly metadata: Metadata }
  }
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  number: string | null
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  automatically_finalizes_at: number | null
  next_payment_attempt: number | null
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  status_transitions: { finalized_at: number | null; paid_at: number | null; voided_at: number | null }
}

export interface CheckoutSession extends Kept {
  readonly object: 'checkout.session'
  readonly mode: 'subscription'
  readonly client_reference_id: string | null
  readonly success_url: string
  readonly cancel_url: string | null
  readonly expires_at: number
  readonly metadata: Metadata
  readonly locale: string | null
  readonly allow_promotion_codes: boolean | null
  readonly automatic_tax: { readonly enabled: boolean; readonly status: string | null }
  readonly tax_id_collection: { readonly enabled: boolean }
  readonly payment_method_collection: 'always' | 'if_required'
  readonly payment_method_types: readonly string[]
  readonly line_items: List<{
    readonly id: string
    readonly object: 'item'
    readonly price: Price
    readonly quantity: number
  }>
  readonly amount_subtotal: number
  readonly amount_total: number
  readonly currency: string
  readonly customer_email: string | null
  customer: string | null
  invoice: string | null
  subscription: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  url: string | null
}

export interface PortalSession extends Kept {
  readonly object: 'billing_portal.session'
  readonly customer: string
  readonly return_url: string | null
  readonly url: string
  readonly locale: string | null
  readonly configuration: string
  readonly flow: { readonly type: string } | null
}

export interface SchedulePhase {
  readonly start_date: number
  readonly end_date: number
  readonly items: readonly { readonly price: string; readonly quantity: number }[]
  readonly proration_behavior: string
}

export interface Schedule extends Kept {
  readonly object: 'subscription_schedule'
  readonly customer: string
  subscription: string | null
  released_subscription: string | null
  status: 'active' | 'released' | 'canceled' | 'completed'
  end_behavior: 'release' | 'cancel'
  current_phase: { readonly start_date: number; readonly end_date: number } | null
  phases: readonly SchedulePhase[]
  metadata: Metadata
}

export interface WebhookEndpoint extends Kept {
  readonly object: 'webhook_endpoint'
  readonly url: string
  readonly enabled_events: readonly string[]
  readonly api_version: string | null
  status: 'enabled' | 'disabled'
}

/** Something that happened; `data.object` is what it was then. */
export interface StripeEvent extends Kept {
  readonly object: 'event'
  readonly api_version: string
  readonly type: string
  readonly data: { readonly object: unknown; readonly previous_attributes?: Readonly<Record<string, unknown>> }
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  pending_webhooks: number
}
