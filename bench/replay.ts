// Repeats all requests to a store and discards the responses: the cost of reading without importing.
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpClient, HttpRequest } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { openClient, type Reading } from './connected-store.ts'
import { createTeller } from './harness.ts'

/** Concurrency of the connectors. */
const atOnce = { pages: 2, bulk: 4 } as const
/** Poll interval of the connector for a bulk operation. */
const pollMs = 1000

const Started = z.object({
  data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable() }) }),
})
const Polled = z.object({
  data: z.object({ bulkOperation: z.object({ status: z.string(), url: z.string().nullable() }) }),
})

/**
 * Sends the same requests with the same client, at this concurrency. A bulk operation is started and awaited again, and its
 * file downloaded.
 */
export async function fetchAgain(reading: Reading, pagesAtOnce: number = atOnce.pages): Promise<void> {
  const { requests } = reading
  const client = openClient({ ...reading, requests: [], sparedMs: 0 })
  const asked = requests.map(({ signal: _ended, ...request }) => request)
  const bulk = asked.filter(({ body }) => body?.includes('bulkOperationRunQuery('))
  const poll = asked.find(isPoll)
  // With bulk operations the only GET requests are downloads of files, which are repeated where they are created.
  const isFile = ({ method }: HttpRequest): boolean => bulk.length > 0 && method === 'GET'
  const pages = asked.filter((request) => !bulk.includes(request) && !isPoll(request) && !isFile(request))
  const tell = createTeller('fetched again')
  const total = bulk.length + pages.length
  const counted = async (work: Promise<unknown>): Promise<void> => {
    await work
    tell({ done: total - bulk.length - pages.length, total, of: 'requests' })
  }
  try {
    await Promise.all([
      ...lanes(atOnce.bulk, bulk, (request) => counted(fetchBulk(client, request, poll))),
      ...lanes(pagesAtOnce, pages, (request) => counted(client.request(request))),
    ])
  } finally {
    client.close()
  }
}

function isPoll({ body }: HttpRequest): boolean {
  return body?.includes('query PollBulk') ?? false
}

function lanes<T>(count: number, left: T[], work: (one: T) => Promise<unknown>): Promise<void>[] {
  return Array.from({ length: count }, async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  })
}

async function fetchBulk(client: HttpClient, start: HttpRequest, poll: HttpRequest | undefined): Promise<void> {
  const { bulkOperation } = Started.parse(await ask(client, start)).data.bulkOperationRunQuery
  // All slots were taken: the connector's attempt had failed as well.
  if (!bulkOperation || !poll) return
  const { query } = JSON.parse(poll.body ?? '{}') as { query: string }
  const body = JSON.stringify({ query, variables: { id: bulkOperation.id } })
  for (;;) {
    const { status, url } = Polled.parse(await ask(client, { ...poll, body })).data.bulkOperation
    if (status === 'COMPLETED') {
      if (url !== null) await client.request({ method: 'GET', url })
      return
    }
    // An operation that has ended would be polled for ever.
    if (status !== 'CREATED' && status !== 'RUNNING') throw new Error(`A bulk reading ended as ${status}`)
    await delay(pollMs)
  }
}

async function ask(client: HttpClient, request: HttpRequest): Promise<unknown> {
  const { body } = await client.request(request)
  return JSON.parse(Buffer.from(body).toString())
}
