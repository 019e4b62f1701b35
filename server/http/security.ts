import { randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { createMiddleware } from 'hono/factory'
import { bearerOf } from './visits.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A fresh value for one response's content security policy. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Headers that every answer carries. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next()
  c.res.headers.set('x-content-type-options', 'nosniff')
  c.res.headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  c.res.headers.set('x-frame-options', 'DENY')
  c.res.headers.set('cross-origin-opener-policy', 'same-origin')
})

/**
 * Writes that come from another site's page are refused: browsers name the origin of every such request. Programs name
 * none, or carry a token, which no other site's page has.
 */
export function sameOriginWrites(publicUrl: string | undefined) {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    const hasToken = c.req.path.startsWith('/api/') && bearerOf(c.req.header('authorization')) !== undefined
    if (safeMethods.has(c.req.method) || hasToken) return await next()
    const isForeign = c.req.header('sec-fetch-site') === 'cross-site'
    if (origin === publicOrigin || (origin === undefined && !isForeign)) return await next()
    if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === c.req.header('host'))
      return await next()
    throw new AppError('forbidden', 'This request came from a page of another site and was not carried out.')
  })
}
