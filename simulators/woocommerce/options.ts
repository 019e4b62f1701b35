import { type Clock, systemClock } from '@tillsight/core'

/** The options of a simulated store. All have defaults: a pretty-permalink shop on a free loopback port. */
export interface WooCommerceFakeOptions {
  /** 0 or absent = any free port. */
  readonly port?: number
  readonly host?: string
  /** Sub-folder of the installation, such as `/shop`. */
  readonly path?: string
  /** The address that the store believes it has; absent = where it is reachable. */
  readonly homeUrl?: string
  /** Serve real TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** The result of PHP's `is_ssl()`; absent = whether `tls` is given. False behind TLS = a proxy that hides https. */
  readonly isSsl?: boolean
  /** `index`: every address begins with `index.php`, as on hosts that cannot rewrite addresses. */
  readonly permalinks?: 'pretty' | 'plain' | 'index'
  readonly restPrefix?: string
  readonly name?: string
  /** IANA zone, or a fixed offset such as `+05:30` (then `timezone_string` is empty). */
  readonly zone?: string
  readonly currency?: string
  /** `DE` or `US:CA`. */
  readonly country?: string
  /** Decimals of money strings unless a request asks for others with `dp`. */
  readonly decimals?: number
  readonly pricesIncludeTax?: boolean
  readonly version?: string
  readonly wordpressVersion?: string
  /** The store's own clock: `Date` header, OAuth window, dates of new orders. */
  readonly clock?: Clock
  readonly users?: readonly FakeUser[]
  readonly keys?: readonly FakeKeyOptions[]
  readonly taxRates?: readonly FakeTaxRate[]
  readonly customStatuses?: Readonly<Record<string, string>>
  readonly features?: Partial<FakeFeatures>
  /** `local` lets callbacks and webhooks go to http and loopback addresses; `strict` refuses them as WordPress does. */
  readonly callbacks?: 'strict' | 'local'
  /** Webhook jobs run when a test says so (`manual`) or by themselves after `delayMs` (`timed`). */
  readonly webhooks?: { readonly run?: 'manual' | 'timed'; readonly delayMs?: number }
  /** Responds with 429 above this many REST requests per second. */
  readonly throttle?: FakeThrottle | null
}

interface FakeThrottle {
  readonly perSecond: number
  /** Sent as `Retry-After`; absent = no such header. */
  readonly retryAfterSeconds?: number
}

export interface FakeUser {
  readonly login: string
  readonly password: string
  readonly role: 'administrator' | 'shop_manager' | 'editor' | 'customer'
}

export interface FakeKeyOptions {
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly permissions: KeyPermissions
  /** Login of the user it belongs to; absent = the first administrator. */
  readonly user?: string
}

export type KeyPermissions = 'read' | 'write' | 'read_write'

interface FakeTaxRate {
  readonly id: number
  readonly code: string
  readonly label: string
  readonly percent: number
}

/** Differences between versions and set-ups of the plug-in. */
export interface FakeFeatures {
  /** False: WooCommerce is switched off, its namespace and routes are missing. */
  readonly active: boolean
  /** `orderby=modified` and `modified_after`/`modified_before` (old versions: 400 and ignored). */
  readonly orderbyModified: boolean
  /** `GET refunds` over all orders (9.0+). */
  readonly refundsRoute: boolean
  /** `include_meta` / `exclude_meta`. */
  readonly metaFilters: boolean
  readonly partialRefundBumpsModified: boolean
  /** HPOS bug: refunds are listed with amount 0.00. */
  readonly zeroRefundAmount: boolean
  /** Bug: `refunds` is empty in order lists. */
  readonly emptyRefundsInLists: boolean
  /** False: a plug-in overrides core's lists and ignores `dates_are_gmt`. */
  readonly gmtDates: boolean
  readonly costOfGoods: boolean
  /** Deleting a refund fires `order.updated` (11.2+). */
  readonly refundDeletionWebhook: boolean
  /** The number of `order.updated` events after a new order's `order.created`. */
  readonly updatesAfterCreate: number
}

type SiteOptions = Omit<WooCommerceFakeOptions, 'port' | 'host' | 'tls' | 'keys' | 'features'>

/** Options with every default filled in; tests may change them while the store runs. */
export type FakeSite = { -readonly [K in keyof SiteOptions]-?: SiteOptions[K] } & { features: FakeFeatures }

const defaultFeatures: FakeFeatures = {
  active: true,
  orderbyModified: true,
  refundsRoute: true,
  metaFilters: true,
  partialRefundBumpsModified: true,
  zeroRefundAmount: false,
  emptyRefundsInLists: false,
  gmtDates: true,
  costOfGoods: false,
  refundDeletionWebhook: false,
  updatesAfterCreate: 1,
}

const defaults = {
  permalinks: 'pretty',
  restPrefix: 'wp-json',
  name: 'Sandbox shop',
  zone: 'Europe/Berlin',
  currency: 'EUR',
  country: 'DE',
  decimals: 2,
  pricesIncludeTax: false,
  version: '10.5.0',
  wordpressVersion: '6.9',
  clock: systemClock,
  users: [
    { login: 'admin', password: 'password', role: 'administrator' },
    { login: 'customer', password: 'password', role: 'customer' },
  ],
  taxRates: [
    { id: 7, code: 'DE-VAT-1', label: 'MwSt.', percent: 19 },
    { id: 8, code: 'DE-VAT-2', label: 'MwSt. (erm.)', percent: 7 },
  ],
  customStatuses: {},
  callbacks: 'local',
  webhooks: {},
  throttle: null,
} as const

/** Applies the defaults; `address` is where the server is reachable. */
export function toSite(options: WooCommerceFakeOptions, address: string): FakeSite {
  const { port: _port, host: _host, tls, keys: _keys, ...own } = options
  const path = (own.path ?? '').replace(/\/+$/, '')
  return {
    ...defaults,
    homeUrl: address + path,
    isSsl: tls !== undefined,
    ...own,
    path,
    features: { ...defaultFeatures, ...own.features },
  }
}

const coreStatuses: Readonly<Record<string, string>> = {
  pending: 'Pending payment',
  processing: 'Processing',
  'on-hold': 'On hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
  'checkout-draft': 'Draft',
}

/** Statuses that `any` does not mean. */
export const hiddenStatuses: readonly string[] = ['trash', 'auto-draft']

/** Every order status the admin shows, by slug. */
export function namedStatuses(site: FakeSite): Readonly<Record<string, string>> {
  return { ...coreStatuses, ...site.customStatuses }
}

/** Every slug the store accepts. */
export function statusSlugs(site: FakeSite): string[] {
  return [...Object.keys(namedStatuses(site)), ...hiddenStatuses]
}
