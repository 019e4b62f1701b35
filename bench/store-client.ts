import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@tillsight/core'
import { createHttpClient, type HttpRequest, type OwnedHttpClient } from '@tillsight/platforms/connectors'
import { quietLog } from './installation.ts'

/** A store as a benchmark sees it. */
export interface Reading {
  /** By how many milliseconds every answer comes later than the simulator would give it. */
  readonly pageMs: number
  /** Everything that was asked for, oldest first. */
  readonly requests: HttpRequest[]
  /** Asks as gently as the product does, instead of as fast as it can. */
  readonly isPaced?: boolean
  /** Milliseconds that would have been waited to keep to the platform's limits. */
  sparedMs: number
}

/** The product's HTTP client, not sparing the platform unless asked to, that notes what it is asked for. */
export function openClient(reading: Reading): OwnedHttpClient {
  const { pageMs, requests, isPaced = false } = reading
  const client = createHttpClient({
    log: quietLog,
    clock: systemClock,
    userAgent: 'Tillsight/bench',
    allowPrivateAddresses: true,
    ...(isPaced ? {} : { pace: 'off' as const }),
  })
  return {
    ...client,
    async request(request) {
      requests.push(request)
      if (pageMs > 0) await delay(pageMs)
      return client.request(request)
    },
    async pause(ms, signal) {
      signal.throwIfAborted()
      reading.sparedMs += ms
    },
  }
}
