import { randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../own-address.ts'
import { bearerOf } from './visits.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A fresh value for one response's content security policy. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** What is no page loads nothing, wherever it is opened; pages bring policies of their own. */
const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"
/** The policy of a worker's script is the worker's: this one fetches what pages ask for. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** Nothing here looks through a camera, pays or needs to know where somebody is. */
const permissions =
  'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()'

/** Addresses that are worth something to whoever reads them, and lead on at once: what platforms send back. */
const secretWays = /^\/connect(?:\/|$)/
/** The same for pages: invitations, links of mails. Without any referrer browsers would not say whose form a page sends. */
const secretPages = /^\/(?:invitation|auth|dev|p\/survey)(?:\/|$)/

const oneYearSeconds = 31_536_000

/** Headers that every answer carries; those that an answer chose itself stay. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl)
  // A browser would keep it for every port of this machine.
  const staysEncrypted = outside?.protocol === 'https:' && !isLoopbackHost(outside.host)
  return createMiddleware(async (c, next) => {
    await next()
    const { headers } = c.res
    const usual = (name: string, value: string): void => {
      if (!headers.has(name)) headers.set(name, value)
    }
    headers.set('x-content-type-options', 'nosniff')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', permissions)
    if (staysEncrypted) headers.set('strict-transport-security', `max-age=${oneYearSeconds}`)
    usual('referrer-policy', referrerPolicy(c.req.path))
    usual('content-security-policy', c.req.path === '/sw.js' ? workerPolicy : nothingAllowed)
  })
}

function referrerPolicy(path: string): string {
  if (secretWays.test(path)) return 'no-referrer'
  return secretPages.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin'
}

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
  // By any other name we are asked without encryption: a page that has it, of the same name, is somebody else's.
  const page = new URL(origin)
  return page.protocol === 'http:' && page.host === host && page.host !== known?.host
}
