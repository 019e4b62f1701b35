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
  // What carries a token in its address has a stricter one.
  if (!c.res.headers.has('referrer-policy')) c.res.headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  c.res.headers.set('x-frame-options', 'DENY')
  c.res.headers.set('cross-origin-opener-policy', 'same-origin')
})

/**
 * Writes that come from another site's page are refused: browsers name the origin of every such request. Programs name
 * none, or carry a token, which no other site's page has.
 */
export function sameOriginWrites(publicUrl: string | undefined) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    const hasToken = c.req.path.startsWith('/api/') && bearerOf(c.req.header('authorization')) !== undefined
    if (safeMethods.has(c.req.method) || hasToken) return await next()
    const isOwn =
      origin === undefined
        ? c.req.header('sec-fetch-site') !== 'cross-site'
        : isOwnOrigin(origin, c.req.header('host') ?? '', publicUrl)
    if (isOwn) return await next()
    throw new AppError('forbidden', 'This request came from a page of another site and was not carried out.')
  })
}

/** By the public name only pages of the public address count: a page of that name without encryption may be anybody's. */
function isOwnOrigin(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (origin === known?.origin) return true
  const page = new URL(origin)
  return page.host === host && page.host !== known?.host
}
