import { randomUUID } from 'node:crypto'
import { domainOf } from '@tillsight/domain'
import { createMiddleware } from 'hono/factory'
import { findOpenSupport, hasSupportCookie } from '../identity/support.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import { peerAddress } from './peer.ts'

/** Variables of every handler's context. */
export interface Visited {
  readonly Variables: { readonly visit: Visit; readonly requestId: string }
}

/** Identifies the requesting person on demand, and sends changed cookies with the response. */
export function identifyVisits(runtime: Runtime) {
  const { auth, stores, own, config } = runtime
  return createMiddleware<Visited>(async (c, next) => {
    const origin = own.originOf(c.req.header('host') ?? 'localhost')
    const visit = openVisit(auth, stores.database, {
      cookies: c.req.header('cookie') ?? null,
      bearer: c.req.path.startsWith('/api/') ? bearerOf(c.req.header('authorization')) : undefined,
      userAgent: c.req.header('user-agent') ?? '',
      ip: peerAddress(c, config.trustProxy),
      // Pages have ids of their own.
      id: c.get('requestId') ?? randomUUID(),
      origin,
      shop: shopIn(c.req.path),
    })
    c.set('visit', visit)
    if (hasSupportCookie(visit)) visit.lookIn(await findOpenSupport(runtime, visit))
    await next()
    visit.writeTo(c.res.headers)
    if (origin.startsWith('https:')) secureCookies(c.res.headers)
  })
}

/** The shop that an address names, as domain or id. */
function shopIn(path: string): string | undefined {
  const [, name] = /^\/(?:shop|api\/v1\/shops)\/([^/]+)/.exec(path) ?? []
  return name && domainOf(name.replace(/\.data$/, '').toLowerCase())
}

/** Adds `Secure` to all cookies of an encrypted connection, whoever set them. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies)
    headers.append('set-cookie', /;\s*secure(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`)
}

/** The token after `Bearer`; an empty one counts as present, and invalid. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const match = /^bearer(?:\s+(\S*))?\s*$/i.exec(authorization?.trim() ?? '')
  return match === null ? undefined : (match[1] ?? '')
}
