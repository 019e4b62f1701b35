// A receiver of webhooks that behaves as a test wants, and a shop that tells it.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecretsBox, type Database } from '@tillsight/database'
import { createHttpClient, type HttpClientOptions } from '@tillsight/platforms/connectors'
import { Webhook } from 'standardwebhooks'
import { silentLog } from '../reports/shop.testing.ts'
import type { WebhookServices } from './send.ts'

/** A message as it arrived. */
export interface Received {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a receiver answers: a status, or whatever the listener does. */
export type Answer = number | { readonly status: number; readonly headers: Record<string, string> } | RequestListener

/** A receiver, at a port of its own. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** The answers to the next messages; 204 once they are used up. */
  readonly answers: Answer[]
}

type CleanUp = { after(end: () => Promise<void> | void): void }

/** Starts a receiver; `always` answers every message. */
export async function startReceiver(t: CleanUp, always: Answer = 204): Promise<Receiver> {
  const received: Received[] = []
  const answers: Answer[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body })
      const answer = answers.shift() ?? always
      if (typeof answer === 'function') answer(request, response)
      else if (typeof answer === 'number') response.writeHead(answer).end()
      else response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/in`, received, answers }
}

/** Verifies a message as receivers do. Throws for one that is not from us. */
export function verify({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
}

/** Services of a sender whose pauses have no chance in them. */
export function senderServices(
  t: CleanUp,
  {
    db,
    clock,
    ...client
  }: { readonly db: Database; readonly clock: WebhookServices['clock'] } & Partial<HttpClientOptions>,
): WebhookServices {
  const http = createHttpClient({
    log: silentLog,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
    ...client,
  })
  t.after(() => http.close())
  return {
    db,
    clock,
    log: silentLog,
    http,
    secrets: createSecretsBox({ secret: 'the secret of a test installation' }),
    composeMail: ({ title, advice, link }) => ({ subject: title, html: '', text: `${advice} ${link}`, headers: {} }),
    random: () => 0.5,
    timeoutMs: 300,
  }
}
