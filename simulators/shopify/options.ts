import { type Clock, systemClock } from '@tillsight/core'

/** The options of a simulated Shopify. All have defaults: one public app and one shop on a free loopback port. */
export interface ShopifyFakeOptions {
  /** 0 or absent = any free port. */
  readonly port?: number
  readonly host?: string
  /** The platform's own clock: lifetime of tokens, rate limits, bulk delays, dates of changes. */
  readonly clock?: Clock
  readonly app?: Partial<FakeApp>
  /** `fake.shop()` returns the first one. */
  readonly shops?: readonly FakeShopOptions[]
  /** `off` never throttles and refuses no cost; for benchmarks. */
  readonly throttle?: 'on' | 'off'
  /** A filter that Shopify would ignore in silence is an error instead. */
  readonly strictSearch?: boolean
  readonly webhooks?: FakeWebhookOptions
  readonly bulk?: FakeBulkOptions
}

/** The app, as configured in the partner dashboard. */
export interface FakeApp {
  readonly apiKey: string
  /** Also the key of signatures and session tokens. */
  readonly apiSecret: string
  /** The secret before a rotation; still accepted from the app, no longer used for signing. */
  readonly oldApiSecret: string | null
  readonly handle: string
  readonly title: string
  /** Where installation and the admin send the browser. */
  readonly appUrl: string
  /** Permitted redirect addresses after consent; empty = any. */
  readonly redirectUrls: readonly string[]
  readonly isEmbedded: boolean
  /** Public apps may not use tokens that never expire. */
  readonly isPublic: boolean
  /** Organisation that owns the app: client credentials work for its own shops only. */
  readonly organisation: string
  /** The scopes that Shopify allows the app to request at all; `read_all_orders` must be among them. */
  readonly approvedScopes: readonly string[]
  /** Protected customer data: 0 nothing, 1 orders and customers, 2 with name, address, e-mail and phone. */
  readonly customerData: 0 | 1 | 2
  /** Webhooks of the app's configuration; the three privacy topics exist only here. They are never deleted. */
  readonly webhooks: readonly { readonly topic: string; readonly uri: string }[]
}

export interface FakeWebhookOptions {
  /** `manual`: deliveries wait for `deliverWebhooks`; `timed`: they go out by themselves. */
  readonly run?: 'manual' | 'timed'
  readonly delayMs?: number
  /** Time-out of the whole response; Shopify's is 5 s. */
  readonly timeoutMs?: number
  /** Shopify's is 1 s. */
  readonly connectTimeoutMs?: number
  /** Pauses before the eight retries; Shopify spreads them over four hours. */
  readonly retryMs?: readonly number[]
}

export interface FakeBulkOptions {
  /** How long an operation stays CREATED, and then RUNNING, by the platform's clock. */
  readonly startMs?: number
  readonly runMs?: number
  readonly slots?: number
  /** How long a result's link is valid. */
  readonly linkMs?: number
  /** Where result files are served; another host than the shop's, as in reality. Absent = the server itself. */
  readonly filesUrl?: string
}

export interface FakeShopOptions {
  /** `{name}.myshopify.com`; the suffix may be left out. */
  readonly shop: string
  readonly id?: number
  readonly name?: string
  readonly email?: string
  readonly currency?: string
  readonly presentmentCurrencies?: readonly string[]
  /** IANA zone. */
  readonly zone?: string
  readonly country?: string
  readonly primaryDomain?: string
  readonly taxesIncluded?: boolean
  readonly taxShipping?: boolean
  readonly createdAt?: string
  readonly plan?: ShopPlanName
  /** False: `shopifyPaymentsAccount` is null. */
  readonly hasPayments?: boolean
  readonly organisation?: string
  readonly state?: ShopState
  /** Whether the user who installed the app may see product costs. */
  readonly mayViewCosts?: boolean
}

export type ShopPlanName = 'Development' | 'Basic' | 'Grow' | 'Advanced' | 'Plus' | 'Enterprise'

/** `frozen` responds with 402, `locked` with 423, `gone` with 404. */
export type ShopState = 'open' | 'frozen' | 'locked' | 'gone'

/** Settings of a shop with every default filled in; tests may change them while it runs. */
export type ShopSite = { -readonly [K in keyof FakeShopOptions]-?: FakeShopOptions[K] }

/** Settings of the platform with all defaults applied. */
export interface Platform {
  /** Address of the simulator, without a trailing slash. */
  readonly url: string
  readonly clock: Clock
  app: FakeApp
  throttle: 'on' | 'off'
  strictSearch: boolean
  readonly webhooks: Required<FakeWebhookOptions>
  bulk: Required<FakeBulkOptions>
}

/** The scopes that the product requests; the default app may have all of them. */
export const usualScopes = [
  'read_orders',
  'read_all_orders',
  'read_products',
  'read_inventory',
  'read_customers',
  'read_returns',
  'read_shopify_payments_payouts',
  'read_shopify_payments_disputes',
  'read_marketing_events',
  'read_reports',
  'read_locations',
  'read_discounts',
  'read_checkouts',
  'write_pixels',
  'read_customer_events',
] as const

const defaultApp: FakeApp = {
  apiKey: 'sandbox-api-key',
  apiSecret: 'shpss_sandbox-secret',
  oldApiSecret: null,
  handle: 'sandbox-app',
  title: 'Sandbox app',
  appUrl: 'http://127.0.0.1/shopify',
  redirectUrls: [],
  isEmbedded: false,
  isPublic: true,
  organisation: 'org-1',
  approvedScopes: usualScopes,
  customerData: 2,
  webhooks: [],
}

const minuteMs = 60_000

/** Applies the platform's defaults; `url` is where the server is reachable. */
export function toPlatform(options: ShopifyFakeOptions, url: string): Platform {
  return {
    url,
    clock: options.clock ?? systemClock,
    app: { ...defaultApp, ...options.app },
    throttle: options.throttle ?? 'on',
    strictSearch: options.strictSearch ?? false,
    webhooks: {
      run: 'manual',
      delayMs: 1000,
      timeoutMs: 5000,
      connectTimeoutMs: 1000,
      retryMs: [1, 2, 5, 10, 20, 40, 72, 90].map((minutes) => minutes * minuteMs),
      ...options.webhooks,
    },
    bulk: { startMs: 0, runMs: 0, slots: 5, linkMs: 7 * 24 * 60 * minuteMs, filesUrl: url, ...options.bulk },
  }
}

/** Fills in the defaults of one shop. */
export function toSite(options: FakeShopOptions, nth: number): ShopSite {
  const domain = shopDomain(options.shop)
  return {
    id: 60_001_000 + nth,
    name: domain.replace('.myshopify.com', ''),
    email: `owner@${domain.replace('.myshopify.com', '')}.example`,
    currency: 'EUR',
    zone: 'Europe/Berlin',
    country: 'DE',
    primaryDomain: `www.${domain.replace('.myshopify.com', '')}.example`,
    taxesIncluded: true,
    taxShipping: true,
    createdAt: '2020-03-01T09:00:00Z',
    plan: 'Basic',
    hasPayments: true,
    organisation: 'org-1',
    state: 'open',
    mayViewCosts: true,
    presentmentCurrencies: [options.currency ?? 'EUR'],
    ...options,
    shop: domain,
  }
}

/** The full domain of a shop's name. */
export function shopDomain(name: string): string {
  return name.includes('.') ? name.toLowerCase() : `${name.toLowerCase()}.myshopify.com`
}

/** Points that a plan restores per second; the bucket holds twenty seconds' worth. */
export function restoreRate(plan: ShopPlanName): number {
  return { Development: 100, Basic: 100, Grow: 100, Advanced: 200, Plus: 1000, Enterprise: 2000 }[plan]
}
