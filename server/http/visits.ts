import { createMiddleware } from 'hono/factory'
import { openVisit, type Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import { peerAddress } from './peer.ts'

/** What every handler finds on the request. */
export interface Visited {
  readonly Variables: { readonly visit: Visit }
}

/** Finds out, when asked, who makes the request, and sends changed cookies back with the answer. */
export function identifyVisits({ auth, stores, own, config }: Runtime) {
  return createMiddleware<Visited>(async (c, next) => {
    const origin = own.originOf(c.req.header('host') ?? 'localhost')
    const visit = openVisit(auth, stores.database, {
      cookies: c.req.header('cookie') ?? null,
      bearer: c.req.path.startsWith('/api/') ? bearerOf(c.req.header('authorization')) : undefined,
      userAgent: c.req.header('user-agent') ?? '',
      ip: peerAddress(c, config.trustProxy),
      origin,
    })
    c.set('visit', visit)
    await next()
    visit.writeTo(c.res.headers)
    if (origin.startsWith('https:')) secureCookies(c.res.headers)
  })
}

/** No cookie that was set over an encrypted connection goes over one that is not, whoever wrote it. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies)
    headers.append('set-cookie', /;\s*secure(?:;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`)
}

/** What follows `Bearer`; an empty token is one too, and not valid. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const match = /^bearer(?:\s+(\S*))?\s*$/i.exec(authorization?.trim() ?? '')
  return match === null ? undefined : (match[1] ?? '')
}
