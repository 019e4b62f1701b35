import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** The response, or in the platform's own words why there is none. */
export type Outcome = { readonly status: number } | { readonly error: string }

/** A request that a platform sends to somebody else's address. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Patience {
  /** For the whole response. */
  readonly timeoutMs: number
  readonly connectTimeoutMs?: number
  readonly inWords?: (error: Error) => string
}

/** Posts without following redirects. */
export function post({ url, headers, body }: Outgoing, patience: Patience): Promise<Outcome> {
  const { timeoutMs, connectTimeoutMs = timeoutMs, inWords = ({ message }: Error) => message } = patience
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const request = send(url, { method: 'POST', agent: false, headers: { ...headers, ...length } }, (response) => {
      response.resume()
      response.on('end', () => finish({ status: response.statusCode ?? 0 }))
      response.on('error', (error) => finish({ error: inWords(error) }))
    })
    const connecting = setTimeout(() => request.destroy(new Error('connect timed out')), connectTimeoutMs)
    const whole = setTimeout(() => request.destroy(new Error('answer timed out')), timeoutMs)
    const finish = (outcome: Outcome): void => {
      clearTimeout(connecting)
      clearTimeout(whole)
      resolve(outcome)
    }
    request.on('socket', (socket) => socket.once('connect', () => clearTimeout(connecting)))
    request.on('error', (error) => finish({ error: inWords(error) }))
    request.end(body)
  })
}
