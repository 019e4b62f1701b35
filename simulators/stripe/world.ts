import { randomBytes } from 'node:crypto'
import type { Faults, Often, WireFault } from '../web/faults.ts'
import { declined, missing, StripeError } from './errors.ts'
import type {
  CheckoutSession,
  Customer,
  Invoice,
  InvoiceLine,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Schedule,
  StripeEvent,
  Subscription,
  WebhookEndpoint,
} from './objects.ts'

/** The version that the official library names. */
export const apiVersion = '2026-10-28.endive'

export const hour = 3600
export const day = 24 * hour

/** What becomes of a subscription whose payment failed for the last time. */
export type AfterRetries = 'cancel' | 'unpaid' | 'past_due'

/** Switches of the whole account; tests may change them while it runs. */
export interface StripeSettings {
  afterRetries: AfterRetries
  /** How events of one moment go out; every n-th goes out twice, 0 = none. */
  delivery: { readonly order: 'reversed' | 'as_made'; readonly repeatEvery: number }
  /** False: nobody has saved the portal's settings yet, and test keys are refused. */
  hasPortal: boolean
  /** Days after a failed payment at which it is tried again. */
  retryDays: readonly number[]
}

/** Faults of a call. */
export type StripeFault = (
  | WireFault
  /** 429; with `retryAfter`, seconds to wait. */
  | { readonly kind: 'rate_limited'; readonly retryAfter?: number }
  /** 500 in Stripe's words; nothing was done. */
  | { readonly kind: 'api_error' }
) &
  Often & {
    /** Only paths that contain this; absent = every call of the API. */
    readonly path?: string
  }

export type StripeFaults = Faults<StripeFault, { readonly path: string }>

/** A clock that runs as another and can be moved ahead. */
export class Clock {
  readonly #base: () => Date
  #aheadMs = 0
  #stopped: number | undefined

  constructor(base: () => Date) {
    this.#base = base
  }

  /** Seconds since 1970. */
  now(): number {
    return this.#stopped ?? Math.floor((this.#base().getTime() + this.#aheadMs) / 1000)
  }

  /** Stands still at a time, while what is due then is done. */
  stopAt(seconds: number): void {
    this.#stopped = seconds
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined
  }

  /** Runs on as before it was stopped. */
  goOn(): void {
    this.#stopped = undefined
  }

  /** Runs on from a time. */
  goOnFrom(seconds: number): void {
    this.#stopped = undefined
    this.#aheadMs = seconds * 1000 - this.#base().getTime()
  }
}

/** What a card does when it is charged. */
export type CardKind = 'good' | 'declined' | 'fails_later' | 'needs_authentication'

const cardKinds: Readonly<Record<string, CardKind>> = {
  '4242424242424242': 'good',
  '4000000000000002': 'declined',
  '4000000000000341': 'fails_later',
  '4000002760003184': 'needs_authentication',
  pm_card_visa: 'good',
  pm_card_chargeDeclined: 'declined',
  pm_card_chargeCustomerFail: 'fails_later',
  pm_card_authenticationRequired: 'needs_authentication',
}

/** What happens when a number, or one of the names for tests, is charged; undefined: no such card. */
export function cardKindOf(number: string): CardKind | undefined {
  return cardKinds[number.replaceAll(/\s/g, '')]
}

interface Caller {
  readonly id: string | null
  readonly idempotency_key: string | null
}

/** All that test keys see, or all that live keys see. */
export class Account {
  readonly livemode: boolean
  readonly clock: Clock
  readonly customers = new Map<string, Customer>()
  readonly methods = new Map<string, PaymentMethod>()
  /** What each card does when it is charged, by the id of its payment method. */
  readonly cardKinds = new Map<string, CardKind>()
  readonly products = new Map<string, Product>()
  readonly prices = new Map<string, Price>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly schedules = new Map<string, Schedule>()
  readonly invoices = new Map<string, Invoice>()
  readonly sessions = new Map<string, CheckoutSession>()
  readonly portals = new Map<string, PortalSession>()
  readonly endpoints = new Map<string, WebhookEndpoint & { readonly secret: string }>()
  readonly events = new Map<string, StripeEvent>()
  /** Prorations for the next invoice, by subscription. */
  readonly pending = new Map<string, InvoiceLine[]>()
  /** Trials whose end was announced. */
  readonly warned = new Set<string>()
  /** Sessions' parameters for their subscription. */
  readonly plans = new Map<
    string,
    {
      readonly trialDays: number | undefined
      readonly missing: 'cancel' | 'create_invoice' | 'pause'
      readonly metadata: Readonly<Record<string, string>>
    }
  >()
  /** Who calls right now; nobody where time does it. */
  caller: Caller = { id: null, idempotency_key: null }
  /** Hears of each event. */
  onEvent: (event: StripeEvent) => void = () => {}
  #invoiceNumber = 0

  constructor(livemode: boolean, clock: Clock) {
    this.livemode = livemode
    this.clock = clock
  }

  /** What every new object has. */
  stamp(prefix: string): { readonly id: string; readonly created: number; readonly livemode: boolean } {
    return { id: newId(prefix), created: this.clock.now(), livemode: this.livemode }
  }

  nextInvoiceNumber(): string {
    this.#invoiceNumber += 1
    return `TS-${String(this.#invoiceNumber).padStart(4, '0')}`
  }

  /** Something happened; `previous` are the fields that changed, as they were. */
  record(type: string, object: unknown, previous?: Readonly<Record<string, unknown>>): void {
    const event: StripeEvent = {
      ...this.stamp('evt'),
      object: 'event',
      api_version: apiVersion,
      type,
      data: structuredClone({ object, ...(previous ? { previous_attributes: previous } : {}) }),
      request: this.caller,
      pending_webhooks: 0,
    }
    this.events.set(event.id, event)
    this.onEvent(event)
  }

  /** A living customer, or 404. */
  customer(id: string, param = 'customer'): Customer {
    const found = this.customers.get(id)
    if (!found || found.deleted) throw missing('customer', id, param)
    return found
  }

  price(id: string, param: string): Price {
    const found = this.prices.get(id)
    if (!found) throw missing('price', id, param)
    if (!found.active)
      throw new StripeError(400, `The price specified is inactive. This field only accepts active prices.`, { param })
    return found
  }

  subscription(id: string, param = 'id'): Subscription {
    const found = this.subscriptions.get(id)
    if (!found) throw missing('subscription', id, param)
    return found
  }

  /** Gives a customer a card, as the default; 402 where the bank refuses it at once. */
  attach(customer: Customer, number: string): PaymentMethod {
    const kind = cardKindOf(number)
    if (kind === undefined)
      throw new StripeError(402, 'Your card number is incorrect.', { type: 'card_error', code: 'incorrect_number' })
    if (kind === 'declined') throw declined()
    const method: PaymentMethod = {
      ...this.stamp('pm'),
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: /\d{4}$/.exec(number)?.[0] ?? '4242', exp_month: 12, exp_year: 2034 },
      customer: customer.id,
    }
    this.methods.set(method.id, method)
    this.cardKinds.set(method.id, kind)
    const { invoice_settings: before } = customer
    customer.invoice_settings = { default_payment_method: method.id }
    this.record('payment_method.attached', method)
    this.record('customer.updated', customer, { invoice_settings: before })
    return method
  }
}

/** An id like Stripe's. */
export function newId(prefix: string): string {
  return `${prefix}_1${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`
}

/** A running Stripe: its two worlds and what they share. */
export interface World {
  /** Without a trailing slash. */
  readonly url: string
  readonly keys: { readonly test: string; readonly live: string }
  readonly test: Account
  readonly live: Account
  readonly clock: Clock
  readonly settings: StripeSettings
  readonly faults: StripeFaults
}
