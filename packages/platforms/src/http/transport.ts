import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { checkLiteral, guardedLookup, type Resolve } from './addresses.ts'
import { decompress } from './decompression.ts'

/** One request to one address: no redirects, no retries. */
export interface Hop {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A complete response, decompressed. */
export interface HopResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** Sends hops over kept-alive connections; rejects with Node's own errors with their `code`. */
export interface Transport {
  send(hop: Hop): Promise<HopResponse>
  /** The guarded name lookup; undefined when private addresses are allowed. */
  readonly lookup: LookupFunction | undefined
  close(): void
}

/** The transport's limits and trusted certificates. */
export interface TransportOptions {
  readonly allowPrivateAddresses: boolean
  readonly maxBodyBytes: number
  /** To one host at once; defaults to 8. */
  readonly maxSockets?: number | undefined
  readonly resolve?: Resolve
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly certificateAuthority?: string
}

class TransportError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The transport that connects only to public addresses, unless private ones are allowed. */
export function createTransport(options: TransportOptions): Transport {
  const pooled = { keepAlive: true, maxSockets: options.maxSockets ?? 8, maxFreeSockets: 4 }
  const http = new HttpAgent(pooled)
  const https = new HttpsAgent({
    ...pooled,
    ...(options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority }),
  })
  const lookup = options.allowPrivateAddresses ? undefined : guardedLookup(options.resolve)

  const open = (url: URL, hop: Hop): ClientRequest => {
    const secure = url.protocol === 'https:'
    // Node would send the body of a DELETE without its length.
    const length = hop.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(hop.body)) }
    const common = { method: hop.method, headers: { ...hop.headers, ...length }, ...withLookup(lookup) }
    return secure ? httpsRequest(url, { ...common, agent: https }) : httpRequest(url, { ...common, agent: http })
  }

  const send = async (hop: Hop): Promise<HopResponse> => {
    const url = new URL(hop.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new TransportError('ERR_PROTOCOL', `${url.protocol} is not a web address`)
    }
    if (url.username !== '' || url.password !== '')
      throw new TransportError('ERR_PROTOCOL', 'Credentials in an address')
    if (lookup !== undefined) checkLiteral(url.hostname)
    const { message, body } = await exchange(() => open(url, hop), hop, options.maxBodyBytes)
    const headers = toHeaders(message)
    // Its headers are of a body that is not sent.
    if (hop.method === 'HEAD') return { status: message.statusCode ?? 0, headers, body }
    const encoding = headers['content-encoding']
    delete headers['content-encoding']
    delete headers['content-length']
    return {
      status: message.statusCode ?? 0,
      headers,
      body: await decompress(body, encoding, options.maxBodyBytes),
    }
  }

  return {
    lookup,
    async send(hop) {
      try {
        return await send(hop)
      } catch (error) {
        // The server had closed this kept-alive connection: nothing was read, so a new one is tried.
        if (hop.method !== 'GET' && hop.method !== 'HEAD') throw error
        if (!(error instanceof StaleConnection)) throw error
        return await send(hop)
      }
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

class StaleConnection extends TransportError {}

interface Exchange {
  readonly message: IncomingMessage
  readonly body: Buffer
}

function exchange(open: () => ClientRequest, hop: Hop, maxBytes: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    hop.signal?.throwIfAborted()
    const request = open()
    const stop = (error: unknown) => {
      clearTimeout(timer)
      hop.signal?.removeEventListener('abort', abort)
      request.destroy()
      reject(error)
    }
    const abort = () => stop(hop.signal?.reason)
    const timer = setTimeout(
      () => stop(new TransportError('ETIMEDOUT', `No whole answer within ${hop.timeoutMs} ms`)),
      hop.timeoutMs,
    )
    hop.signal?.addEventListener('abort', abort, { once: true })
    let answered = false
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      stop(stale ? new StaleConnection('ECONNRESET', error.message) : error)
    })
    request.on('response', (message) => {
      answered = true
      const chunks: Buffer[] = []
      let size = 0
      message.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes) stop(new TransportError('ERR_BODY_TOO_LARGE', `More than ${maxBytes} bytes`))
      })
      message.on('error', stop)
      message.on('end', () => {
        clearTimeout(timer)
        hop.signal?.removeEventListener('abort', abort)
        resolve({ message, body: Buffer.concat(chunks) })
      })
    })
    request.end(hop.body)
  })
}

function withLookup(lookup: LookupFunction | undefined): { lookup?: LookupFunction } {
  return lookup === undefined ? {} : { lookup }
}

function toHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
