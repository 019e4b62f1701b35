import { href, type MiddlewareFunction, redirect } from 'react-router'
import type { RequestIdentity, SignedIn } from '../identity.ts'
import { guarded, identityContext, notFound, readablePath } from '../request.server.ts'
import { fitsOne, type GuardSettings, guardContext } from './guard-settings.ts'
import { rememberPath } from './leave.server.ts'
import { toOwnPath } from './own-path.ts'

/** Requires a sign-in, except for the pages that the configuration leaves open. */
export const signInGuard: MiddlewareFunction<Response> = async (args, next) => {
  await guarded(async ({ context, request, url, params }: typeof args) => {
    const settings = context.get(guardContext)
    if (!isGuarded(url.pathname, settings)) return
    const identity = context.get(identityContext)
    const person = await identity.person()
    if (person?.isComplete) return
    // Browsers request icons and other files by themselves; a missing one needs no sign-in.
    if (params['*'] !== undefined && isFile(url.pathname)) throw notFound(`Page not found: ${readablePath(url)}`)
    // Providers send failed sign-ins to the site's root.
    if (url.searchParams.has('error_code')) throw redirect(`${href('/auth/callback')}${url.search}`)
    const wanted = wantedPath(request, url)
    throw redirect(
      await signInPath({ identity, person, settings, path: url.pathname }),
      settings.remember && wanted !== undefined ? { headers: { 'Set-Cookie': rememberPath(wanted) } } : {},
    )
  })(args)
  return next()
}

/** Whether a page requires a sign-in. */
export function isGuarded(path: string, { include, exclude, callback, login }: GuardSettings): boolean {
  if (fitsOne(path, [login, ...exclude, ...callback])) return false
  if (include.length === 0 || fitsOne(path, include)) return true
  return fitsOne(
    asRouted(path),
    include.map((pattern) => pattern.toLowerCase()),
  )
}

/** Normalises a path like the router, which also accepts other capitals, escapes and doubled slashes. */
function asRouted(path: string): string {
  const decoded = path.replaceAll(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  )
  return decoded.toLowerCase().replaceAll(/\/{2,}/g, '/')
}

function isFile(path: string): boolean {
  return /^\/\.well-known\/|\.[a-z0-9]{1,12}$/i.test(path)
}

interface Stopped {
  readonly identity: RequestIdentity
  readonly person: SignedIn | undefined
  readonly settings: GuardSettings
  readonly path: string
}

async function signInPath({ identity, person, settings, path }: Stopped): Promise<string> {
  if (person !== undefined) return href('/auth/mfa')
  // Visitors on their way to setting up a shop have no account yet.
  const isNew = fitsOne(path, ['/register', '/register/*']) || (await identity.offers()).isFirstPerson
  return isNew ? href('/auth/register') : settings.login
}

/**
 * The page to open after signing in; undefined when there is none to return to. Data requests of an open page count as that
 * page. Pictures, scripts and other subresources do not count.
 */
export function wantedPath(request: Request, url: URL): string | undefined {
  if (request.method !== 'GET') return undefined
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.endsWith('.data') && !isNavigation(request.headers)) return undefined
  const routes = searchParams.get('_routes')
  const isForOpenPage = pathname.endsWith('.data') && routes !== null && !routes.includes(',')
  const wanted = isForOpenPage ? ownReferrer(request, url) : toOwnPath(`${url.pathname}${url.search}`)
  // `/` is where a sign-in leads anyway.
  return wanted === '/' ? undefined : wanted
}

/** Browsers send fetch metadata over https and on localhost; elsewhere the `Accept` header decides. */
function isNavigation(headers: Headers): boolean {
  const purpose = headers.get('sec-fetch-dest')
  return purpose === null ? (headers.get('accept') ?? '').includes('text/html') : purpose === 'document'
}

function ownReferrer(request: Request, url: URL): string | undefined {
  const referrer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referrer)) return undefined
  const page = new URL(referrer)
  return page.host === url.host ? toOwnPath(`${page.pathname}${page.search}`) : undefined
}
