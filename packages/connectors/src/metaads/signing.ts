import { createHmac } from 'node:crypto'

/** Proves that a call comes from whoever holds the app's secret: HMAC-SHA256 of the token, in hexadecimal. */
export function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}
