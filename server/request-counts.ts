import { type Clock, isAppError } from '@tillsight/core'
import { addConnectorRequests, type RequestCounts } from '@tillsight/database'
import type { HttpClient } from '@tillsight/platforms/connectors'
import type { Log } from '@tillsight/supervisor'
import type { Stores } from './stores.ts'

const storedAfterMs = 5_000
const hourMs = 3_600_000

/** Counts requests to platforms by the hour, for administrators. */
export interface RequestCounter {
  /** The same client, whose requests are counted. */
  counted<Client extends HttpClient>(connector: string, client: Client): Client
}

/** What counting takes. */
interface CounterParts {
  readonly stores: Pick<Stores, 'background'>
  readonly clock: Clock
  readonly log: Log
}

type Counting = { -readonly [Name in keyof RequestCounts]: RequestCounts[Name] }

/** Counts in memory, and stores what has come together some seconds later; what a killed process had counted since is lost. */
export function createRequestCounter({ stores, clock, log }: CounterParts): RequestCounter {
  let counts = new Map<string, Counting>()
  let timer: NodeJS.Timeout | undefined

  async function store(): Promise<void> {
    const gathered = counts
    counts = new Map()
    timer = undefined
    const hour = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs)
    try {
      for (const [connector, one] of gathered) {
        await addConnectorRequests(stores.background.database.kysely, { connector, hour, ...one })
      }
    } catch (error) {
      // A process that ends has closed its database by then.
      if (!isAppError(error)) log.debug({ err: error }, 'requests to platforms could not be counted')
    }
  }

  function note(connector: string, status: number): void {
    const one = counts.get(connector) ?? { requests: 0, refused: 0, limited: 0, failed: 0 }
    one.requests += 1
    if (status === 401 || status === 403) one.refused += 1
    else if (status === 429) one.limited += 1
    else if (status === 0 || status >= 500) one.failed += 1
    counts.set(connector, one)
    timer ??= setTimeout(() => void store(), storedAfterMs).unref()
  }

  return {
    counted(connector, client) {
      return {
        ...client,
        async request(request) {
          try {
            const response = await client.request(request)
            note(connector, response.status)
            return response
          } catch (error) {
            note(connector, 0)
            throw error
          }
        },
      }
    },
  }
}
