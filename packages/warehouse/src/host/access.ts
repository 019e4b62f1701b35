import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { textHeader } from './request.ts'

/** The only user of an embedded warehouse. */
export const hostUser = 'tillsight'

/** Whether a request carries the user and password, in any of the places where ClickHouse takes them. */
export function isAllowed(incoming: IncomingMessage, url: URL, password: string): boolean {
  const given = credentialsOf(incoming, url)
  return given !== undefined && isSame(given.user, hostUser) && isSame(given.password, password)
}

function credentialsOf(incoming: IncomingMessage, url: URL): { user: string; password: string } | undefined {
  const basic = /^Basic (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  if (basic) {
    const text = Buffer.from(basic, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    return { user: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  const user = textHeader(incoming, 'x-clickhouse-user') ?? url.searchParams.get('user')
  const password = textHeader(incoming, 'x-clickhouse-key') ?? url.searchParams.get('password')
  return user && password ? { user, password } : undefined
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
