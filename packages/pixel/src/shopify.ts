// Runs in Shopify's sandbox for customer events, as an extension or pasted by the merchant: without page and window.

/** Where the shop's events go. */
export interface ShopifySettings {
  readonly key: string
  readonly to: string
}

/** The used part of Shopify's pixel API. */
export interface ShopifyApi {
  readonly analytics: { subscribe(name: string, hear: (event: ShopifyEvent) => void): unknown }
  readonly browser: {
    readonly cookie: { get(name: string): Promise<string | null>; set(cookie: string): Promise<unknown> }
  }
  readonly init: { readonly customerPrivacy?: ShopifyConsent }
  readonly customerPrivacy?: {
    subscribe?(name: string, hear: (event: { customerPrivacy: ShopifyConsent }) => void): unknown
  }
}

/** Shopify's names for the visitor's consent. */
export interface ShopifyConsent {
  readonly analyticsProcessingAllowed: boolean
  readonly marketingAllowed: boolean
}

interface ShopifyMoney {
  readonly amount: number
  readonly currencyCode: string
}

/** The used part of a customer event. */
export interface ShopifyEvent {
  readonly id: string
  readonly name: string
  readonly timestamp: string
  readonly context?: {
    readonly document?: { readonly location?: { readonly href: string }; readonly referrer?: string }
  }
  readonly data?: {
    readonly productVariant?: { readonly price?: ShopifyMoney }
    readonly cartLine?: { readonly cost?: { readonly totalAmount?: ShopifyMoney } }
    readonly checkout?: {
      readonly token?: string
      readonly totalPrice?: ShopifyMoney
      readonly order?: { readonly id?: string }
    }
  }
}

const names: Readonly<Record<string, string>> = {
  page_viewed: 'page_view',
  product_viewed: 'product_view',
  product_added_to_cart: 'add_to_cart',
  checkout_started: 'checkout_start',
  checkout_completed: 'purchase',
}

/** The longest that browsers keep a cookie: 400 days, in seconds. */
const lifetime = 34_560_000
const mostWaiting = 50

/** Sends customer events to the shop's collector; what could not be sent goes with the next one. */
export function follow({ analytics, browser, init, customerPrivacy }: ShopifyApi, { key, to }: ShopifySettings): void {
  let consent = init.customerPrivacy
  let visitor: Promise<string> | undefined
  let waiting: object[] = []

  customerPrivacy?.subscribe?.('visitorConsentCollected', (event) => {
    const isWithdrawn = consent?.analyticsProcessingAllowed && !event.customerPrivacy.analyticsProcessingAllowed
    consent = event.customerPrivacy
    if (!isWithdrawn) return
    visitor = undefined
    browser.cookie.set('ts_v=; path=/; max-age=0; samesite=lax; secure').catch(() => {})
  })

  for (const name of Object.keys(names)) {
    analytics.subscribe(name, (event) => {
      waiting = [...waiting, toWire(event)].slice(-mostWaiting)
      send().catch(() => {})
    })
  }

  async function send(): Promise<void> {
    const isKnown = consent?.analyticsProcessingAllowed ?? false
    if (isKnown) visitor ??= findVisitor(browser)
    const id = isKnown ? await visitor?.catch(() => undefined) : undefined
    const events = waiting.splice(0)
    if (events.length === 0) return
    const message = {
      key,
      v: 1,
      sent: Date.now(),
      source: 'extension',
      consent: toSignals(consent),
      visitor: id,
      events,
    }
    const body = JSON.stringify(message)
    const isSafe = await fetch(to, { method: 'POST', body, keepalive: true }).then(
      ({ ok, status }) => ok || (status < 500 && status !== 429),
      () => false,
    )
    if (!isSafe) waiting = [...events, ...waiting].slice(-mostWaiting)
  }
}

/** Converts Shopify's consent to Google's signals. */
function toSignals(consent: ShopifyConsent | undefined): object {
  const mayAdvertise = toSignal(consent?.marketingAllowed)
  return {
    analytics_storage: toSignal(consent?.analyticsProcessingAllowed),
    ad_storage: mayAdvertise,
    ad_user_data: mayAdvertise,
    ad_personalization: mayAdvertise,
  }
}

function toSignal(isAllowed: boolean | undefined): string {
  return isAllowed === undefined ? 'unknown' : isAllowed ? 'granted' : 'denied'
}

function toWire({ id, name, timestamp, context, data }: ShopifyEvent): object {
  const { location, referrer } = context?.document ?? {}
  return {
    id: id.replace(/[^0-9a-zA-Z-]/g, '').slice(0, 64),
    name: names[name],
    at: Date.parse(timestamp),
    url: location?.href ?? '',
    referrer: referrer || undefined,
    ...toOrder(data),
  }
}

function toOrder(data: ShopifyEvent['data']): object {
  const { token, order } = data?.checkout ?? {}
  const money = moneyOf(data)
  return {
    checkout: token || undefined,
    // Addresses of objects end with the number that the order has everywhere else.
    order: /\d+$/.exec(order?.id ?? '')?.[0],
    ...(money ? { value: String(money.amount), currency: money.currencyCode } : {}),
  }
}

function moneyOf(data: ShopifyEvent['data']): ShopifyMoney | undefined {
  return data?.checkout?.totalPrice ?? data?.cartLine?.cost?.totalAmount ?? data?.productVariant?.price
}

/** The visitor's id in a cookie of the shop, which the theme reads to put it on the cart. */
async function findVisitor({ cookie }: ShopifyApi['browser']): Promise<string> {
  const known = await cookie.get('ts_v')
  const id = known && /^[0-9a-f]{32}$/.test(known) ? known : randomId()
  await cookie.set(`ts_v=${id}; path=/; max-age=${lifetime}; samesite=lax; secure`)
  return id
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
