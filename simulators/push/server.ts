import { createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Receiver, type Said, startReceiver } from '../web/receiver.ts'

/** What a push service may do instead of taking a message, and the status of its answer. */
const faultStatuses = { not_found: 404, gone: 410, too_large: 413, too_many: 429, broken: 503 }

/** A push service as it behaves over the wire (RFC 8030, 8188, 8291, 8292). */
export interface PushFake extends Receiver<keyof typeof faultStatuses> {
  /** The address of a browser at it. */
  endpoint(browser: string): string
  /** What was taken, encrypted as it came, oldest first. */
  readonly taken: readonly PushTaken[]
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

const mostBytes = 4096
const longestSeconds = 86_400

/** Starts it; `now` is the clock by which signatures expire. */
export async function startPushFake(now: () => number = Date.now): Promise<PushFake> {
  const taken: PushTaken[] = []
  const receiver = await startReceiver({
    statuses: faultStatuses,
    retryAfterSeconds: 120,
    answer({ method, url, headers }, body) {
      const browser = /^\/push\/([\w-]+)$/.exec(url ?? '')?.[1]
      if (browser === undefined || method !== 'POST') return [404, 'no such subscription']
      const origin = `http://${headers.host}`
      const signed = readSignature(headers, { origin, now: now() })
      if (typeof signed === 'string') return [403, signed]
      const problem = problemOf(headers, body)
      if (problem) return problem
      const { ttl, topic } = headers
      taken.push({ browser, topic: String(topic ?? ''), ttl: Number(ttl), body, ...signed })
      return [201, '', { location: `${origin}/message/${taken.length}` }]
    },
  })
  return { ...receiver, taken, endpoint: (browser) => `http://${receiver.host}/push/${browser}` }
}

function problemOf(headers: IncomingHttpHeaders, body: Buffer): Said | undefined {
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
