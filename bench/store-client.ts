import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient, type HttpRequest, type OwnedHttpClient } from '@tillsight/connectors'
import { systemClock } from '@tillsight/core'
import { quietLog } from './installation.ts'

/** A store as a benchmark sees it. */
export interface Reading {
  /** By how many milliseconds every answer comes later than the simulator would give it. */
  readonly pageMs: number
  /** Everything that was asked for, oldest first. */
  readonly requests: HttpRequest[]
}

/** The product's HTTP client, not sparing the platform, that notes what it is asked for. */
export function openClient({ pageMs, requests }: Reading): OwnedHttpClient {
  const client = createHttpClient({
    log: quietLog,
    clock: systemClock,
    userAgent: 'Tillsight/bench',
    allowPrivateAddresses: true,
    pace: 'off',
  })
  return {
    ...client,
    async request(request) {
      requests.push(request)
      if (pageMs > 0) await delay(pageMs)
      return client.request(request)
    },
  }
}
