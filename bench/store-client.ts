import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient, type HttpClient, type HttpRequest, type OwnedHttpClient } from '@tillsight/connectors'
import { systemClock } from '@tillsight/core'
import { quietLog } from './installation.ts'

/** As many as the connector sends at once. */
const atOnce = 2

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

/** Sends the same requests with the same client and throws the answers away. */
export async function fetchAgain({ pageMs, requests }: Reading): Promise<void> {
  const client = openClient({ pageMs, requests: [] })
  const left = requests.map(({ signal: _ended, ...request }) => request)
  try {
    await Promise.all(Array.from({ length: atOnce }, () => fetchAll(client, left)))
  } finally {
    client.close()
  }
}

async function fetchAll(client: HttpClient, left: HttpRequest[]): Promise<void> {
  for (let request = left.shift(); request; request = left.shift()) await client.request(request)
}
