import type { TestContext } from 'node:test'
import { type RawRequest, readRawRequest } from './exchange.ts'
import { openServer } from './server.ts'

/** Somebody whom platforms tell things. */
export interface Receiver {
  readonly url: string
  readonly received: RawRequest[]
  /** What is answered from now on. */
  status: number
}

/** A receiver that closes with the test; `answer` says what comes back each time, `hang`: nothing. */
export async function openReceiver(t: TestContext, result?: () => number | 'hang'): Promise<Receiver> {
  const server = await openServer({})
  const receiver: Receiver = { url: `${server.url}/hooks`, received: [], status: 200 }
  server.serve(async (message, response) => {
    receiver.received.push(await readRawRequest(message))
    const status = result ? result() : receiver.status
    if (status !== 'hang') response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  t.after(() => server.close())
  return receiver
}
