import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** What a push service may do instead of taking a message. */
export type PushFault = 'not_found' | 'gone' | 'too_large' | 'too_many' | 'broken' | 'cut'

/** A push service as it behaves over the wire (RFC 8030, 8188, 8291, 8292). */
export interface PushFake {
  /** The address of a browser at it. */
  endpoint(browser: string): string
  /** What was taken, encrypted as it came, oldest first. */
  readonly taken: readonly PushTaken[]
  /** The answers to the next calls, in order. */
  readonly faults: PushFault[]
  /** All calls, taken or not. */
  calls(): number
  close(): Promise<void>
}

/** A message that was taken. */
export interface PushTaken {
  readonly browser: string
  readonly topic: string
  readonly ttl: number
  /** The public key that signed it, base64url. */
  readonly key: string
  /** Whom the sender names. */
  readonly subject: string
  readonly body: Buffer
}

const statuses: Readonly<Record<Exclude<PushFault, 'cut'>, number>> = {
  not_found: 404,
  gone: 410,
  too_large: 413,
  too_many: 429,
  broken: 503,
}
const mostBytes = 4096
const longestSeconds = 86_400

/** Starts it; `now` is the clock by which signatures expire. */
export async function startPushFake(now: () => number = Date.now): Promise<PushFake> {
  const taken: PushTaken[] = []
  const faults: PushFault[] = []
  let calls = 0
  let origin = ''
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const fault = faults.shift()
    if (fault === 'cut') return void request.socket.destroy()
    const say = (status: number, text: string, headers = {}) => void response.writeHead(status, headers).end(text)
    if (fault) return say(statuses[fault], fault, fault === 'too_many' ? { 'retry-after': '120' } : {})
    const browser = /^\/push\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (browser === undefined || request.method !== 'POST') return say(404, 'no such subscription')
    const signed = readSignature(request.headers, { origin, now: now() })
    if (typeof signed === 'string') return say(403, signed)
    const problem = problemOf(request.headers, body)
    if (problem) return say(...problem)
    const { ttl, topic } = request.headers
    taken.push({ browser, topic: String(topic ?? ''), ttl: Number(ttl), body, ...signed })
    say(201, '', { location: `${origin}/message/${taken.length}` })
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
  return {
    endpoint: (browser) => `${origin}/push/${browser}`,
    taken,
    faults,
    calls: () => calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function problemOf(headers: IncomingHttpHeaders, body: Buffer): [status: number, text: string] | undefined {
  const { ttl, topic } = headers
  if (headers['content-encoding'] !== 'aes128gcm') return [400, 'expected aes128gcm']
  if (!/^\d+$/.test(String(ttl))) return [400, 'TTL is missing']
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return [400, 'Topic is too long, or not base64url']
  return body.length > mostBytes ? [413, 'too large'] : undefined
}

/** The key and subject of a signature (RFC 8292), or what is wrong with it. */
function readSignature(
  { authorization = '' }: IncomingHttpHeaders,
  { origin, now }: { readonly origin: string; readonly now: number },
): { key: string; subject: string } | string {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization)
  if (!found) return 'no signature'
  const [, head = '', claims = '', signature = '', key = ''] = found
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'wrong signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (aud !== origin) return 'signed for another push service'
  if (exp * 1000 <= now || exp * 1000 > now + longestSeconds * 1000) return 'expired, or for more than a day'
  return /^(?:mailto:|https:)/.test(sub) ? { key, subject: sub } : 'names nobody'
}
