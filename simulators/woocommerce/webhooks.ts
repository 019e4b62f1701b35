import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Deliveries, type Jumble } from '../store/deliveries.ts'
import type { Outcome } from '../web/outgoing.ts'
import { toSeconds } from '../zone.ts'
import type { FakeSite } from './options.ts'
import { postSafely } from './outgoing.ts'
import type { StoreEvent } from './store.ts'

export interface FakeWebhook {
  readonly id: number
  readonly name: string
  readonly topic: string
  readonly deliveryUrl: string
  readonly secret: string
  readonly status: 'active' | 'paused' | 'disabled'
  /** Login of the user it runs as. */
  readonly owner: string
  readonly createdAt: string
  readonly modifiedAt: string
  /** Failed deliveries in a row. */
  readonly failures: number
  /** No ping was answered with 200 yet: every time the row is saved, another one is sent. */
  readonly pingPending: boolean
}

/** The result of one delivery. */
export interface DeliveryReport {
  readonly webhookId: number
  readonly topic: string
  readonly objectId: number
  readonly deliveryId: string
  readonly outcome: Outcome
}

interface Job {
  readonly webhookId: number
  readonly topic: string
  readonly event: StoreEvent
}

type NewWebhook = Pick<FakeWebhook, 'name' | 'topic' | 'deliveryUrl' | 'status' | 'owner'> & {
  readonly secret: string | undefined
}
type WebhookPatch = Partial<Pick<FakeWebhook, 'name' | 'topic' | 'deliveryUrl' | 'status' | 'secret'>>

const topics =
  /^(?:(?:order|product|customer|coupon)\.(?:created|updated|deleted|restored)|action\.(?:woocommerce|wc)_\w+)$/

/** Whether the store supports the topic. */
export function isTopic(topic: string): boolean {
  return topics.test(topic)
}

/** Registered webhooks and the queue of deliveries that wait for the store's background runner. */
export class FakeWebhooks {
  readonly #site: FakeSite
  readonly #now: () => string
  readonly #body: (event: StoreEvent, owner: string) => string
  readonly #webhooks = new Map<number, FakeWebhook>()
  readonly #deliveries = new Deliveries<Job>((job) => this.#send(job))
  #lastId = 0

  constructor(site: FakeSite, now: () => string, body: (event: StoreEvent, owner: string) => string) {
    this.#site = site
    this.#now = now
    this.#body = body
  }

  list(): FakeWebhook[] {
    return [...this.#webhooks.values()]
  }

  find(id: number): FakeWebhook | undefined {
    return this.#webhooks.get(id)
  }

  /** The number of waiting deliveries. */
  get waiting(): number {
    return this.#deliveries.waiting.length
  }

  async create(input: NewWebhook): Promise<FakeWebhook> {
    this.#lastId += 1
    const at = this.#now()
    const secret = input.secret ?? randomBytes(25).toString('hex')
    return this.#save({
      ...input,
      id: this.#lastId,
      secret,
      createdAt: at,
      modifiedAt: at,
      failures: 0,
      pingPending: true,
    })
  }

  async update(id: number, patch: WebhookPatch): Promise<FakeWebhook> {
    const before = this.#existing(id)
    const failures = patch.status === 'active' ? 0 : before.failures
    return this.#save({ ...before, ...patch, failures, modifiedAt: this.#now() })
  }

  delete(id: number): void {
    this.#webhooks.delete(id)
    this.#deliveries.drop((job) => job.webhookId === id)
  }

  /** Queues the deliveries of an event. While a job for the same webhook and object waits, no second one is queued. */
  onEvent(event: StoreEvent): void {
    for (const webhook of this.#webhooks.values()) {
      if (webhook.status !== 'active' || webhook.topic !== `${event.resource}.${event.event}`) continue
      const { waiting } = this.#deliveries
      if (waiting.some((job) => job.webhookId === webhook.id && job.event.id === event.id)) continue
      const { run, delayMs = 1000 } = this.#site.webhooks
      const { id: webhookId, topic } = webhook
      this.#deliveries.add({ webhookId, topic, event }, run === 'timed' ? delayMs : undefined)
    }
  }

  /** Runs waiting jobs, one after the other. */
  async deliver(options: Jumble = {}): Promise<DeliveryReport[]> {
    const reports: DeliveryReport[] = []
    for (const { job } of this.#deliveries.take(options)) {
      const report = await this.#send(job)
      if (report) reports.push(report)
    }
    return reports
  }

  /** Stops timers; waiting deliveries are never sent. */
  close(): void {
    this.#deliveries.close()
  }

  async #send(job: Job): Promise<DeliveryReport | undefined> {
    const webhook = this.#webhooks.get(job.webhookId)
    if (webhook?.status !== 'active') return undefined
    const body = this.#body(job.event, webhook.owner)
    const deliveryId = createHash('md5')
      .update(`${webhook.id}${toSeconds(this.#now())}`)
      .digest('hex')
    const [resource = '', event = ''] = webhook.topic.split('.')
    const outcome = await postSafely(this.#site, {
      url: webhook.deliveryUrl,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': `WooCommerce/${this.#site.version} Hookshot (WordPress/${this.#site.wordpressVersion})`,
        'x-wc-webhook-source': `${this.#site.homeUrl}/`,
        'x-wc-webhook-topic': webhook.topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': createHmac('sha256', webhook.secret).update(body).digest('base64'),
        'x-wc-webhook-id': String(webhook.id),
        'x-wc-webhook-delivery-id': deliveryId,
      },
    })
    await this.#note(webhook, outcome)
    return { webhookId: webhook.id, topic: webhook.topic, objectId: job.event.id, deliveryId, outcome }
  }

  /** Counts failures; above five, the next one switches the webhook off for good. */
  async #note(webhook: FakeWebhook, outcome: Outcome): Promise<void> {
    if (!this.#webhooks.has(webhook.id)) return
    const good = 'status' in outcome && outcome.status >= 200 && outcome.status <= 302
    if (good) {
      if (webhook.failures > 0) await this.#save({ ...webhook, failures: 0 })
      return
    }
    const next = webhook.failures > 5 ? { status: 'disabled' as const } : { failures: webhook.failures + 1 }
    await this.#save({ ...webhook, ...next })
  }

  async #save(webhook: FakeWebhook): Promise<FakeWebhook> {
    this.#webhooks.set(webhook.id, webhook)
    if (!webhook.pingPending) return webhook
    const outcome = await postSafely(this.#site, {
      url: webhook.deliveryUrl,
      body: `webhook_id=${webhook.id}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': `WordPress/${this.#site.wordpressVersion}; ${this.#site.homeUrl}`,
      },
    })
    const pinged = { ...webhook, pingPending: !('status' in outcome && outcome.status === 200) }
    if (this.#webhooks.has(webhook.id)) this.#webhooks.set(webhook.id, pinged)
    return pinged
  }

  #existing(id: number): FakeWebhook {
    const webhook = this.#webhooks.get(id)
    if (!webhook) throw new Error(`The sandbox has no webhook ${id}`)
    return webhook
  }
}
