import { randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { isLoopbackHost, mcpPath } from '../own-address.ts'
import { bearerOf } from './visits.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A fresh value for one response's content security policy. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Anything but a page may load nothing, wherever it is opened; pages set their own policies. */
const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"
/** A worker is governed by its script's policy: this one fetches what pages request, and shows messages with our icon. */
const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

const framedBySites = /frame-ancestors https?:/

/** The app needs no camera, payments or location. */
const permissions =
  'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()'

/** Addresses with secrets that redirect at once, callbacks of platforms, and share links, whose only form is checked otherwise. */
const secretWays = /^\/(?:connect|s)(?:\/|$)/
/**
 * Pages with secrets in their address: invitations, emailed links. Not `no-referrer`: without any referrer browsers would
 * omit the origin of the page's forms.
 */
const secretPages = /^\/(?:invitation|auth|dev|p\/survey|unsubscribe)(?:\/|$)/

const oneYearSeconds = 31_536_000

/** Headers of every response; those already set are kept. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl)
  // HSTS for localhost would apply to every port of this machine.
  const staysEncrypted = outside?.protocol === 'https:' && !isLoopbackHost(outside.host)
  return createMiddleware(async (c, next) => {
    await next()
    const { headers } = c.res
    const usual = (name: string, value: string): void => {
      if (!headers.has(name)) headers.set(name, value)
    }
    headers.set('x-content-type-options', 'nosniff')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', permissions)
    if (staysEncrypted) headers.set('strict-transport-security', `max-age=${oneYearSeconds}`)
    usual('referrer-policy', referrerPolicy(c.req.path))
    usual('content-security-policy', c.req.path === '/sw.js' ? workerPolicy : nothingAllowed)
    // Share links may be shown by sites that their policy names, which the older header cannot say.
    if (!framedBySites.test(headers.get('content-security-policy') ?? '')) headers.set('x-frame-options', 'DENY')
  })
}

function referrerPolicy(path: string): string {
  if (secretWays.test(path)) return 'no-referrer'
  return secretPages.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin'
}

/**
 * Rejects writes from other sites' pages (CSRF): browsers send the origin of every such request. Programs send none, or a
 * token, which other sites' pages do not have.
 */
export function sameOriginWrites(publicUrl: string | undefined) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    const hasToken = c.req.path.startsWith('/api/') && bearerOf(c.req.header('authorization')) !== undefined
    // Assistants show a key or nothing, and where their pages may be is checked there.
    const isOfAssistants = c.req.path === mcpPath
    if (safeMethods.has(c.req.method) || hasToken || isOfAssistants) return await next()
    const isOwn =
      origin === undefined
        ? c.req.header('sec-fetch-site') !== 'cross-site'
        : isOwnOrigin(origin, c.req.header('host') ?? '', publicUrl)
    if (isOwn) return await next()
    throw new AppError('forbidden', 'This request came from a page of another site and was not carried out.')
  })
}

/** Whether an `Origin` is ours. Under the public host name only the public origin counts: an unencrypted page of that name may be anybody's. */
export function isOwnOrigin(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (origin === known?.origin) return true
  // Under any other name the connection is unencrypted: a page of the same name over https is somebody else's.
  const page = new URL(origin)
  return page.protocol === 'http:' && page.host === host && page.host !== known?.host
}
