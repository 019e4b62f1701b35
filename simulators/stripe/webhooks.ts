import { createHmac } from 'node:crypto'
import { type Outcome, post } from '../web/outgoing.ts'
import type { StripeEvent, WebhookEndpoint } from './objects.ts'
import { type Account, hour, type StripeSettings } from './world.ts'

/** Seconds after an attempt at which the next one follows; after the last, in three days, Stripe gives up. */
const retrySeconds = [hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour]

/** One attempt to deliver. */
export interface DeliveryAttempt {
  readonly event: StripeEvent
  readonly url: string
  /** From 1. */
  readonly attempt: number
  readonly outcome: Outcome
}

interface Job {
  readonly account: Account
  readonly event: StripeEvent
  readonly endpoint: WebhookEndpoint & { readonly secret: string }
  readonly attempt: number
  /** Seconds since 1970. */
  readonly dueAt: number
}

/** The `Stripe-Signature` of a body. */
export function sign(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Events on their way: out of order, some twice, and again after each refusal. */
export class Webhooks {
  readonly attempts: DeliveryAttempt[] = []
  readonly #settings: StripeSettings
  readonly #signedAt: () => Date
  #waiting: Job[] = []
  #underway = new Set<Promise<void>>()
  #isHeld = false
  #count = 0
  #isStarting = false

  constructor(settings: StripeSettings, signedAt: () => Date) {
    this.#settings = settings
    this.#signedAt = signedAt
  }

  /** Takes an event for whoever listens to it. */
  add(account: Account, event: StripeEvent): void {
    for (const endpoint of account.endpoints.values()) {
      const hears = endpoint.enabled_events.some((type) => type === '*' || type === event.type)
      if (!hears || endpoint.status !== 'enabled') continue
      event.pending_webhooks += 1
      this.#waiting.push({ account, event, endpoint, attempt: 1, dueAt: event.created })
    }
    this.#start()
  }

  /** Nothing goes out until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#start()
  }

  /** Number of deliveries that wait for their first attempt or for another one. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** When the next refused delivery is due again; undefined: none. */
  nextRetryAt(): number | undefined {
    const times = this.#waiting.filter(({ attempt }) => attempt > 1).map(({ dueAt }) => dueAt)
    return this.#isHeld || times.length === 0 ? undefined : Math.min(...times)
  }

  /** Sends again what is due. */
  retry(): void {
    this.#start()
  }

  /** Resolves when everything that is under way was answered. */
  async settled(): Promise<void> {
    // What was added in this turn starts in the next.
    do await new Promise((done) => setImmediate(done))
    while (await this.#answered())
  }

  async #answered(): Promise<boolean> {
    const pending = [...this.#underway]
    await Promise.all(pending)
    return pending.length > 0 || this.#isStarting
  }

  close(): void {
    this.#waiting = []
    this.#isHeld = true
  }

  /** Once the call that made the events is over, so that they can be reordered. */
  #start(): void {
    if (this.#isStarting || this.#isHeld) return
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      if (this.#isHeld) return
      const due = this.#waiting.filter(({ account, dueAt }) => dueAt <= account.clock.now())
      this.#waiting = this.#waiting.filter((job) => !due.includes(job))
      if (due.length > 0)
        this.#track(this.#sendAll(this.#settings.delivery.order === 'reversed' ? due.toReversed() : due))
    })
  }

  #track(work: Promise<void>): void {
    this.#underway.add(work)
    void work.finally(() => this.#underway.delete(work))
  }

  async #sendAll(jobs: readonly Job[]): Promise<void> {
    const { repeatEvery } = this.#settings.delivery
    for (const job of jobs) {
      this.#count += 1
      const isRepeated = repeatEvery > 0 && this.#count % repeatEvery === 0
      await Promise.all([this.#send(job), ...(isRepeated ? [this.#send({ ...job, attempt: 0 })] : [])])
    }
  }

  async #send(job: Job): Promise<void> {
    const { event, endpoint, attempt, account } = job
    const body = JSON.stringify({ ...event, pending_webhooks: Math.max(1, event.pending_webhooks) }, null, 2)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': sign(body, endpoint.secret, this.#signedAt()),
    }
    const outcome = await post({ url: endpoint.url, headers, body }, { timeoutMs: 20_000 })
    this.attempts.push({ event, url: endpoint.url, attempt, outcome })
    if (attempt === 0) return
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
      event.pending_webhooks -= 1
      return
    }
    const wait = retrySeconds[attempt - 1]
    if (wait !== undefined) this.#waiting.push({ ...job, attempt: attempt + 1, dueAt: account.clock.now() + wait })
  }
}
