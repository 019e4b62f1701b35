import { randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { createMiddleware } from 'hono/factory'

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
 * none and carry a key of their own.
 */
export function sameOriginWrites(publicUrl: string | undefined) {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    if (safeMethods.has(c.req.method) || origin === undefined || origin === publicOrigin) return await next()
    if (URL.canParse(origin) && new URL(origin).host === c.req.header('host')) return await next()
    throw new AppError('forbidden', 'This request came from a page of another site and was not carried out.')
  })
}
