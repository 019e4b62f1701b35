import { createHmac, randomUUID } from 'node:crypto'
import { Deliveries, type Jumble } from '../store/deliveries.ts'
import { type Outcome, post } from '../web/outgoing.ts'
import type { Platform, ShopSite } from './options.ts'
import { servedVersions } from './schema.ts'
import type { StoreEvent } from './store.ts'
import { type Call, gid, nowText } from './world.ts'

/** One subscription of the app at this shop. */
export interface FakeSubscription {
  readonly id: number
  /** `ORDERS_CREATE` */
  readonly topic: string
  readonly uri: string
  readonly name: string | null
  readonly filter: string | null
  readonly includeFields: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly apiVersion: string
}

export interface SubscriptionInput {
  readonly uri?: string | null
  readonly callbackUrl?: string | null
  readonly name?: string | null
  readonly filter?: string | null
  readonly format?: string | null
  readonly includeFields?: readonly string[] | null
}

/** One attempt to deliver. */
export interface DeliveryReport {
  /** `orders/create` */
  readonly topic: string
  readonly uri: string
  readonly webhookId: string
  readonly eventId: string
  readonly attempt: number
  readonly outcome: Outcome
}

interface Job {
  readonly subscription: FakeSubscription | undefined
  readonly topic: string
  readonly uri: string
  readonly name: string | null
  readonly apiVersion: string
  readonly body: string
  readonly webhookId: string
  readonly eventId: string
  readonly triggeredAt: string
  readonly attempt: number
}

/** The message of an event to its subscribers. */
export interface Message {
  /** `orders/create` */
  readonly topic: string
  readonly body: Readonly<Record<string, unknown>>
}

const privacyTopics = new Set(['customers/data_request', 'customers/redact', 'shop/redact'])
const topicErrors = { field: ['webhookSubscription', 'uri'] as const }

/** Subscriptions of the app and the deliveries that wait; a body is that of the moment it was triggered. */
export class FakeWebhooks {
  readonly #platform: Platform
  readonly #site: ShopSite
  readonly #messageOf: (event: StoreEvent) => Message
  readonly #subscriptions = new Map<number, FakeSubscription>()
  readonly #deliveries = new Deliveries<Job>((job) => this.#send(job, true))
  #lastId = 0
  #serial = 0
  /** False: the app is uninstalled, and nothing more is sent. */
  isInstalled = false

  constructor(platform: Platform, site: ShopSite, messageOf: (event: StoreEvent) => Message) {
    this.#platform = platform
    this.#site = site
    this.#messageOf = messageOf
  }

  list(): FakeSubscription[] {
    return [...this.#subscriptions.values()]
  }

  /** The number of waiting deliveries. */
  get waiting(): number {
    return this.#deliveries.waiting.length
  }

  /** Subscribes; returns the id, or Shopify's objection. */
  create(
    topic: string,
    input: SubscriptionInput,
    call: Call,
  ): number | { readonly field: readonly string[]; readonly message: string } {
    const uri = input.uri ?? input.callbackUrl ?? ''
    const problem = this.#problem(topic, uri)
    if (problem) return { field: topicErrors.field, message: problem }
    this.#lastId += 1
    const at = nowText(this.#platform)
    this.#subscriptions.set(this.#lastId, {
      id: this.#lastId,
      topic,
      uri,
      name: input.name ?? null,
      filter: input.filter ?? null,
      includeFields: input.includeFields ?? [],
      createdAt: at,
      updatedAt: at,
      apiVersion: call.version,
    })
    return this.#lastId
  }

  update(
    id: number,
    input: SubscriptionInput,
  ): number | { readonly field: readonly string[]; readonly message: string } {
    const known = this.#subscriptions.get(id)
    if (!known) return { field: ['id'], message: 'Webhook subscription does not exist' }
    const uri = input.uri ?? input.callbackUrl ?? known.uri
    const problem = uri === known.uri ? undefined : this.#problem(known.topic, uri)
    if (problem) return { field: topicErrors.field, message: problem }
    this.#subscriptions.set(id, {
      ...known,
      uri,
      name: input.name ?? known.name,
      filter: input.filter ?? known.filter,
      includeFields: input.includeFields ?? known.includeFields,
      updatedAt: nowText(this.#platform),
    })
    return id
  }

  remove(id: number): boolean {
    return this.#subscriptions.delete(id)
  }

  /** A subscription in GraphQL's format. */
  node(id: number, _call: Call): object | undefined {
    const found = this.#subscriptions.get(id)
    if (!found) return undefined
    const { topic, uri, name, filter, includeFields, createdAt, updatedAt, apiVersion } = found
    return {
      __typename: 'WebhookSubscription',
      id: gid('WebhookSubscription', id),
      legacyResourceId: String(id),
      topic,
      uri,
      callbackUrl: uri,
      endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: uri },
      name,
      filter,
      includeFields,
      metafieldNamespaces: [],
      metafields: [],
      format: 'JSON',
      createdAt,
      updatedAt,
      apiVersion: { handle: apiVersion, displayName: apiVersion, supported: true },
    }
  }

  /** Queues the events of one action; their deliveries share the event's id. */
  onEvents(events: readonly StoreEvent[]): void {
    if (!this.isInstalled) return
    const eventId = randomUUID()
    for (const event of events) if (this.#isWanted(event.topic)) this.trigger(this.#messageOf(event), eventId)
  }

  /** Queues one message for every subscriber, including those in the app's configuration. */
  trigger({ topic, body }: Message, eventId: string = randomUUID()): void {
    const wanted = topicName(topic)
    for (const entry of this.#platform.app.webhooks) {
      if (topicName(entry.topic) === wanted) this.#queue({ topic, body, eventId, uri: entry.uri })
    }
    if (privacyTopics.has(topic)) return
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.topic === wanted) this.#queue({ topic, body, eventId, uri: subscription.uri, subscription })
    }
  }

  /** Sends waiting deliveries, one after the other. Failed ones wait again until their eight retries are used up. */
  async deliver(options: Jumble = {}): Promise<DeliveryReport[]> {
    const reports: DeliveryReport[] = []
    for (const { job, copy } of this.#deliveries.take(options)) {
      const webhookId = copy > 0 && options.newIds ? randomUUID() : job.webhookId
      reports.push(await this.#send({ ...job, webhookId }, copy === 0))
    }
    return reports
  }

  /** Discards waiting deliveries: an outage longer than all retries. */
  dropWaiting(): void {
    this.#deliveries.drop(() => true)
  }

  /** Stops timers; waiting deliveries are never sent. */
  close(): void {
    this.#deliveries.close()
  }

  #problem(topic: string, uri: string): string | undefined {
    if (!URL.canParse(uri)) return 'Address is invalid'
    const isTaken = this.list().some((entry) => entry.topic === topic && entry.uri === uri)
    if (isTaken) return 'Address for this topic has already been taken'
    const isProtected = /^(?:ORDERS|CUSTOMERS|REFUNDS|ORDER_TRANSACTIONS)_/.test(topic)
    if (isProtected && this.#platform.app.customerData < 1) {
      return 'This app is not approved to subscribe to webhook topics containing protected customer data. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'
    }
    return undefined
  }

  #queue(wanted: {
    readonly topic: string
    readonly body: Message['body']
    readonly eventId: string
    readonly uri: string
    readonly subscription?: FakeSubscription
  }): void {
    const { topic, body, eventId, uri, subscription } = wanted
    const fields = subscription?.includeFields ?? []
    const chosen = fields.length === 0 ? body : Object.fromEntries(fields.map((field) => [field, body[field]]))
    this.#serial += 1
    const job: Job = {
      subscription,
      topic,
      uri,
      name: subscription?.name ?? null,
      apiVersion: subscription?.apiVersion ?? servedVersions.at(-1) ?? '',
      body: JSON.stringify(chosen),
      webhookId: randomUUID(),
      eventId,
      triggeredAt: `${this.#platform.clock.now().toISOString().slice(0, -1)}${String(this.#serial % 1_000_000).padStart(6, '0')}Z`,
      attempt: 0,
    }
    this.#wait(job, this.#platform.webhooks.delayMs)
  }

  /** Whether a topic has subscribers: bodies are only created for them. */
  #isWanted(topic: string): boolean {
    const wanted = topicName(topic)
    return (
      this.list().some((entry) => entry.topic === wanted) ||
      this.#platform.app.webhooks.some((entry) => topicName(entry.topic) === wanted)
    )
  }

  #wait(job: Job, delayMs: number): void {
    this.#deliveries.add(job, this.#platform.webhooks.run === 'timed' ? delayMs : undefined)
  }

  async #send(job: Job, mayRetry: boolean): Promise<DeliveryReport> {
    const { app, webhooks } = this.#platform
    const outgoing = {
      url: job.uri,
      body: job.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        accept: '*/*',
        'x-shopify-topic': job.topic,
        'x-shopify-hmac-sha256': createHmac('sha256', app.apiSecret).update(job.body).digest('base64'),
        'x-shopify-shop-domain': this.#site.shop,
        'x-shopify-api-version': job.apiVersion,
        'x-shopify-webhook-id': job.webhookId,
        'x-shopify-event-id': job.eventId,
        'x-shopify-triggered-at': job.triggeredAt,
        ...(job.name === null ? {} : { 'x-shopify-name': job.name }),
      },
    }
    // No redirects, one second to connect, five for the whole response.
    const outcome = await post(outgoing, webhooks)
    const isGood = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
    if (!isGood && mayRetry) this.#again(job)
    const { topic, uri, webhookId, eventId, attempt } = job
    return { topic, uri, webhookId, eventId, attempt, outcome }
  }

  /** Tries again up to eight times; then a subscription made through the API is deleted. */
  #again(job: Job): void {
    const pause = this.#platform.webhooks.retryMs[job.attempt]
    if (pause === undefined) {
      if (job.subscription) this.#subscriptions.delete(job.subscription.id)
      return
    }
    const next = { ...job, attempt: job.attempt + 1 }
    this.#wait(next, pause)
  }
}

/** `ORDERS_CREATE` of either spelling. */
export function topicName(topic: string): string {
  return topic.toUpperCase().replaceAll(/[/.]/g, '_')
}
