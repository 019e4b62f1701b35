import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { WebhookDelivery } from '../contract.ts'

/** A delivery as it arrived, without what we know about it. */
export type Received = Pick<WebhookDelivery, 'headers' | 'body'>

/** A server that takes whatever a platform sends. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  close(): void
}

/** Starts a receiver on a free port; it ends with the test where there is one. */
export async function startReceiver(t?: TestContext): Promise<Receiver> {
  const received: Received[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ headers, body: Buffer.concat(chunks) })
    response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t?.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => void server.close() }
}
