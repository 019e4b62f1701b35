import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: 32 random bytes, which are seen only by whoever adds the address. */
export function makeSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** What is signed. */
interface Signed {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** The headers of Standard Webhooks, with a signature by each secret: two while one replaces the other. */
export function signatureHeaders(
  { id, at, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
