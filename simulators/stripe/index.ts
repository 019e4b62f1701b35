// A simulated Stripe: API, hosted pages, the passing of time and signed webhooks, so that billing can be tested without an
// account. Must not know whoever uses it, or be known by it.

import { Faults } from '../web/faults.ts'
import { openServer } from '../web/server.ts'
import { StripeError } from './errors.ts'
import { type LoggedRequest, serve } from './server.ts'
import { type Due, nextDue } from './timeline.ts'
import { type DeliveryAttempt, sign, Webhooks } from './webhooks.ts'
import {
  Account,
  apiVersion,
  Clock,
  day,
  hour,
  newId,
  type StripeFault,
  type StripeFaults,
  type StripeSettings,
  type World,
} from './world.ts'

/** The options of a simulated Stripe; all have defaults. */
export interface StripeFakeOptions {
  /** 0 or absent = any free port. */
  readonly port?: number
  /** The clock that its own runs on with; the machine's where absent. */
  readonly now?: () => Date
  /** The time in signatures of webhooks; the machine's where absent, as at Stripe when a test clock is moved. */
  readonly signedAt?: () => Date
}

/** A product with a price for each interval. */
export interface StripePlan {
  readonly product: string
  readonly month: string
  readonly year: string
}

/** A running simulated Stripe. */
export interface StripeFake {
  /** Without a trailing slash; hosted pages are below it too. */
  readonly url: string
  /** The official library takes these, with `protocol: 'http'`. */
  readonly host: string
  readonly port: number
  readonly testKey: string
  readonly liveKey: string
  readonly faults: StripeFaults
  /** Switches of the account; tests may change them while it runs. */
  readonly settings: StripeSettings
  /** What test keys see, and what live keys see. */
  readonly test: Account
  readonly live: Account
  /** The requests so far, and the attempts to deliver events, oldest first. */
  readonly requests: readonly LoggedRequest[]
  readonly deliveries: readonly DeliveryAttempt[]
  /** Registers an address for all events; returns the secret that signs them, a new one unless it is given. */
  listen(url: string, mode?: 'test' | 'live', secret?: string): { readonly id: string; readonly secret: string }
  /** A product with monthly and yearly prices, in the currency's smallest unit. */
  addPlan(plan: {
    readonly name: string
    readonly currency: string
    readonly month: number
    readonly year: number
    readonly mode?: 'test' | 'live'
  }): StripePlan
  /** Gives a customer a card by its number; null: none any more. */
  setCard(customer: string, number: string | null): void
  /** Presses a button of a hosted page as a person does; returns where the browser goes next, or the page's text. */
  press(
    pageUrl: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly location: string | null; readonly text: string }>
  now(): Date
  /** Moves its clock, does what falls due on the way in order, and waits for the webhooks of each step. */
  advance(by: { readonly days?: number; readonly hours?: number }): Promise<void>
  /** Webhooks wait until `release`. */
  hold(): void
  release(): void
  /** Resolves when every webhook that is under way was answered. */
  settled(): Promise<void>
  /** The `Stripe-Signature` of a body. */
  sign(body: string, secret: string, at?: Date): string
  stop(): Promise<void>
}

/** Starts a Stripe on a port of its own. */
export async function startStripeFake(options: StripeFakeOptions = {}): Promise<StripeFake> {
  const server = await openServer({ port: options.port ?? 0 })
  const world = makeWorld(server.url, options.now ?? (() => new Date()))
  const requests: LoggedRequest[] = []
  const webhooks = new Webhooks(world.settings, options.signedAt ?? (() => new Date()))
  for (const account of [world.test, world.live]) account.onEvent = (event) => webhooks.add(account, event)
  server.serve((message, response) => serve({ world, log: requests, catchUp: () => catchUp(world) }, message, response))
  const { test, live, clock, keys } = world
  return {
    url: server.url,
    host: '127.0.0.1',
    port: server.port,
    testKey: keys.test,
    liveKey: keys.live,
    faults: world.faults,
    settings: world.settings,
    test,
    live,
    requests,
    deliveries: webhooks.attempts,
    listen: (url, mode = 'test', secret = newSecret()) => listen(world[mode], url, secret),
    addPlan: ({ mode = 'test', ...plan }) => addPlan(world[mode], plan),
    setCard(customer, number) {
      const account = test.customers.has(customer) ? test : live
      const found = account.customer(customer)
      if (number === null) found.invoice_settings = { default_payment_method: null }
      else account.attach(found, number)
    },
    press,
    now: () => new Date(clock.now() * 1000),
    advance: ({ days = 0, hours = 0 }) => advance(world, webhooks, clock.now() + days * day + hours * hour),
    hold: () => webhooks.hold(),
    release: () => webhooks.release(),
    settled: () => webhooks.settled(),
    sign: (body, secret, at = new Date()) => sign(body, secret, at),
    async stop() {
      webhooks.close()
      await server.close()
    },
  }
}

function makeWorld(url: string, now: () => Date): World {
  const clock = new Clock(now)
  const isAbout = ({ path }: StripeFault, call: { readonly path: string }) =>
    path === undefined || call.path.includes(path)
  return {
    url,
    keys: { test: `sk_test_${newId('k').slice(2)}`, live: `sk_live_${newId('k').slice(2)}` },
    test: new Account(false, clock),
    live: new Account(true, clock),
    clock,
    settings: {
      afterRetries: 'cancel',
      delivery: { order: 'reversed', repeatEvery: 3 },
      hasPortal: true,
      retryDays: [3, 5, 7],
    },
    faults: new Faults<StripeFault, { readonly path: string }>(isAbout, () => new Date(clock.now() * 1000)),
  }
}

/** Does what fell due since the last call, each at its own time; while the clock is moved, that does it. */
function catchUp(world: World): void {
  const { clock } = world
  if (clock.isStopped) return
  const now = clock.now()
  for (let due = nextDue(world); due && due.at <= now; due = nextDue(world)) runAt(world, due)
  clock.goOn()
}

function runAt({ clock }: World, { at, run }: Due): void {
  clock.stopAt(Math.max(at, clock.now()))
  run()
}

async function advance(world: World, webhooks: Webhooks, end: number): Promise<void> {
  await webhooks.settled()
  for (;;) {
    const due = nextDue(world)
    const retryAt = webhooks.nextRetryAt()
    const next = Math.min(due?.at ?? Number.POSITIVE_INFINITY, retryAt ?? Number.POSITIVE_INFINITY)
    if (next > end) break
    if (due && due.at === next) runAt(world, due)
    else world.clock.stopAt(next)
    webhooks.retry()
    await webhooks.settled()
  }
  world.clock.goOnFrom(end)
}

function newSecret(): string {
  return `whsec_${newId('k').slice(2)}`
}

function listen(account: Account, url: string, secret: string): { readonly id: string; readonly secret: string } {
  const stamp = account.stamp('we')
  account.endpoints.set(stamp.id, {
    ...stamp,
    object: 'webhook_endpoint',
    url,
    enabled_events: ['*'],
    api_version: apiVersion,
    status: 'enabled',
    secret,
  })
  return { id: stamp.id, secret }
}

function addPlan(
  account: Account,
  {
    name,
    currency,
    month,
    year,
  }: { readonly name: string; readonly currency: string; readonly month: number; readonly year: number },
): StripePlan {
  const product = account.stamp('prod')
  account.products.set(product.id, {
    ...product,
    object: 'product',
    name,
    description: null,
    active: true,
    default_price: null,
    metadata: {},
  })
  const priceOf = (interval: 'month' | 'year', amount: number): string => {
    const price = account.stamp('price')
    account.prices.set(price.id, {
      ...price,
      object: 'price',
      type: 'recurring',
      product: product.id,
      unit_amount: amount,
      currency,
      recurring: { interval, interval_count: 1, usage_type: 'licensed' },
      tax_behavior: 'unspecified',
      lookup_key: null,
      nickname: null,
      active: true,
      metadata: {},
    })
    return price.id
  }
  return { product: product.id, month: priceOf('month', month), year: priceOf('year', year) }
}

async function press(
  pageUrl: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly location: string | null; readonly text: string }> {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const text = await response.text()
  if (response.status === 404) throw new StripeError(404, `No page at ${pageUrl}`)
  return { location: response.headers.get('location'), text: text.replaceAll(/<style>.*?<\/style>|<[^>]+>/g, ' ') }
}
