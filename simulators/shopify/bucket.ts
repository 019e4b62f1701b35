import { type Platform, restoreRate, type ShopSite } from './options.ts'

/** How full the bucket of an app at a shop is. */
export interface ThrottleStatus {
  readonly maximumAvailable: number
  readonly currentlyAvailable: number
  readonly restoreRate: number
}

const secondsInBucket = 20

/** The leaky bucket: filled by the platform's clock, twenty seconds' worth. */
export class Bucket {
  readonly #platform: Platform
  readonly #site: ShopSite
  #missing = 0
  #at = 0

  constructor(platform: Platform, site: ShopSite) {
    this.#platform = platform
    this.#site = site
  }

  get maximum(): number {
    return restoreRate(this.#site.plan) * secondsInBucket
  }

  get available(): number {
    const now = this.#platform.clock.now().getTime()
    const restored = (Math.max(0, now - this.#at) / 1000) * restoreRate(this.#site.plan)
    this.#missing = this.#platform.throttle === 'off' ? 0 : Math.max(0, this.#missing - restored)
    this.#at = now
    return Math.floor(this.maximum - this.#missing)
  }

  /** Reserves what a query may cost; false when there is not enough. */
  reserve(points: number): boolean {
    if (this.available < points) return this.#platform.throttle === 'off'
    this.#missing += points
    return true
  }

  /** Gives back what was reserved and not spent. */
  giveBack(points: number): void {
    this.#missing = Math.max(0, this.#missing - points)
  }

  /** Empties the bucket, as another worker of the same app would. */
  drain(): void {
    this.#missing = this.maximum - Math.min(0, this.available)
    this.#at = this.#platform.clock.now().getTime()
  }

  status(): ThrottleStatus {
    return {
      maximumAvailable: this.maximum,
      currentlyAvailable: Math.min(this.maximum, this.available),
      restoreRate: restoreRate(this.#site.plan),
    }
  }
}
