import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShareLinkRow } from '@tillsight/database'

const cookie = 'tillsight-share'
const lastsMs = 12 * 3_600_000

type Link = Pick<ShareLinkRow, 'id' | 'passwordHash' | 'expiresAt'>

function sign(key: Uint8Array, { id, passwordHash }: Link, until: string): Buffer {
  return createHmac('sha256', key).update(`${id} ${until} ${passwordHash}`).digest()
}

/** The cookie of a browser that has entered the password of a link: sent to the path of that link only, for twelve hours. */
export function grantPass(
  key: Uint8Array,
  link: Link,
  { now, path, isSecure }: { readonly now: Date; readonly path: string; readonly isSecure: boolean },
): string {
  const until = Math.min(now.getTime() + lastsMs, link.expiresAt.getTime())
  const value = `${until}.${sign(key, link, `${until}`).toString('base64url')}`
  const seconds = Math.floor((until - now.getTime()) / 1000)
  return `${cookie}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Whether the cookies of a request hold a pass for the link. */
export function hasPass(
  key: Uint8Array,
  link: Link,
  { now, cookies }: { readonly now: Date; readonly cookies: string },
) {
  for (const [, until = '', shown = ''] of cookies.matchAll(
    /(?:^|;\s*)tillsight-share=(\d{1,16})\.([\w-]{43})(?=;|$)/g,
  )) {
    const expected = sign(key, link, until)
    if (timingSafeEqual(Buffer.from(shown, 'base64url'), expected) && Number(until) > now.getTime()) return true
  }
  return false
}
