import { createHmac, timingSafeEqual } from 'node:crypto'

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const tokenPattern = /^[\w-]{43}$/
const signatureBytes = 16

/** Links in mails by which a digest, or mails of alerts, are ended without signing in: an id, signed by this installation. */
export interface UnsubscribeLinks {
  /** The path of the link for a digest. */
  pathOf(digest: string): string
  /** The digest that a token of a link is for; undefined for a token that is none of ours. */
  read(token: string): string | undefined
}

/** Makes and reads links with a key of their own. */
export function createUnsubscribeLinks(key: Uint8Array): UnsubscribeLinks {
  const sign = (id: Buffer): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, signatureBytes)
  return {
    pathOf(digest) {
      const id = Buffer.from(digest.replaceAll('-', ''), 'hex')
      return `/unsubscribe/${Buffer.concat([id, sign(id)]).toString('base64url')}`
    },
    read(token) {
      if (!tokenPattern.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, 16)
      if (bytes.length !== 16 + signatureBytes || !timingSafeEqual(bytes.subarray(16), sign(id))) return undefined
      const digest = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return idPattern.test(digest) ? digest : undefined
    },
  }
}
