import { createHash, randomBytes } from 'node:crypto'

/** A random token of 256 bits for a link. */
export function makeInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token; nothing leads back to it. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
