import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** What came back, or why nothing did. */
export type Outcome = { readonly status: number } | { readonly error: string }

interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Patience {
  readonly timeoutMs: number
  readonly connectTimeoutMs: number
}

/** Posts as Shopify does: no redirects, a second to connect, five for the whole answer. */
export function post(patience: Patience, { url, headers, body }: Outgoing): Promise<Outcome> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const request = send(url, { method: 'POST', agent: false, headers: { ...headers, ...length } }, (response) => {
      response.resume()
      response.on('end', () => finish({ status: response.statusCode ?? 0 }))
      response.on('error', (error) => finish({ error: error.message }))
    })
    const connecting = setTimeout(() => request.destroy(new Error('connect timed out')), patience.connectTimeoutMs)
    const whole = setTimeout(() => request.destroy(new Error('answer timed out')), patience.timeoutMs)
    const finish = (outcome: Outcome): void => {
      clearTimeout(connecting)
      clearTimeout(whole)
      resolve(outcome)
    }
    request.on('socket', (socket) => socket.once('connect', () => clearTimeout(connecting)))
    request.on('error', (error) => finish({ error: error.message }))
    request.end(body)
  })
}
