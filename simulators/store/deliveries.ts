/** Which waiting deliveries to send, and how to disturb them. */
export interface Jumble {
  readonly limit?: number
  /** Latest first: the update arrives before the creation. */
  readonly reversed?: boolean
  /** Sends every delivery this many times. */
  readonly copies?: number
  /** The copies get new ids, as happens in some shops. */
  readonly newIds?: boolean
  /** Only these topics; others keep waiting. */
  readonly topics?: readonly string[]
}

/** Webhooks that wait to be sent, by hand or at their own time. */
export class Deliveries<Job extends { readonly topic: string }> {
  readonly #send: (job: Job) => Promise<unknown>
  readonly #timers = new Set<NodeJS.Timeout>()
  #jobs: Job[] = []

  /** `send` is called for deliveries that are due. */
  constructor(send: (job: Job) => Promise<unknown>) {
    this.#send = send
  }

  get waiting(): readonly Job[] {
    return this.#jobs
  }

  /** Adds a delivery; with a delay, it is sent automatically unless it was sent manually before. */
  add(job: Job, delayMs?: number): void {
    this.#jobs.push(job)
    if (delayMs === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#jobs.includes(job)) return
      this.drop((entry) => entry === job)
      void this.#send(job)
    }, delayMs)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Removes and returns the deliveries to send now, in order, each as often as it is to be sent; others keep waiting. */
  take({ limit, reversed = false, copies = 1, topics }: Jumble): { readonly job: Job; readonly copy: number }[] {
    const wanted = this.#jobs.filter(({ topic }) => topics === undefined || topics.includes(topic))
    const chosen = (reversed ? wanted.toReversed() : wanted).slice(0, limit ?? wanted.length)
    const taken = new Set(chosen)
    this.drop((job) => taken.has(job))
    return chosen.flatMap((job) => Array.from({ length: copies }, (_, copy) => ({ job, copy })))
  }

  /** Discards waiting deliveries. */
  drop(isGone: (job: Job) => boolean): void {
    this.#jobs = this.#jobs.filter((job) => !isGone(job))
  }

  /** Stops timers; waiting deliveries are never sent. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#jobs = []
  }
}
