import type { User } from '@supabase/supabase-js'
import { href, type RouterContextProvider, redirect } from 'react-router'
import { identityContext } from '../request.server.ts'
import { toOwnPath } from './own-path.ts'

const name = 'sb-redirect-path'
const tenMinutes = 600
/** Browsers drop larger cookies. */
const largest = 3_000
const attributes = 'Path=/; HttpOnly; SameSite=Lax'

/** The `Set-Cookie` value that remembers the wanted page during sign-in. */
export function rememberPath(path: string): string {
  const value = encodeURIComponent(toOwnPath(path) ?? '/')
  return `${name}=${value.length > largest ? '%2F' : value}; ${attributes}; Max-Age=${tenMinutes}`
}

/** The remembered path, `/` by default, and the `Set-Cookie` value that clears it. */
export function takeRememberedPath(request: Request): { readonly path: string; readonly cookie: string } {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
  return { path: toOwnPath(decode(value)) ?? '/', cookie: `${name}=; ${attributes}; Max-Age=0` }
}

/** Decodes a cookie value, which may be anything a client sends. */
function decode(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The arguments of every sign-in step. */
export interface Asking {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** Redirects a signed-in person to the page they wanted; `home` where there was none. */
export function leave(user: User, request: Request, home = '/'): Response {
  return leaveTo(user, request, wantedPath(request, home))
}

/** Like {@link leave}, to a given path of our own. A second factor is verified first. */
export function leaveTo(user: User, request: Request, path: string): Response {
  if (user.factors?.some(({ status }) => status === 'verified')) {
    return redirect(href('/auth/mfa'), { headers: { 'Set-Cookie': rememberPath(path) } })
  }
  const remembered = takeRememberedPath(request)
  return redirect(path, remembered.path === path ? { headers: { 'Set-Cookie': remembered.cookie } } : {})
}

/** Redirects signed-in visitors away from the sign-in pages. */
export async function sendSignedInOn({ context, request }: Asking): Promise<void> {
  const person = await context.get(identityContext).person()
  if (!person) return
  if (!person.isComplete) throw redirect(href('/auth/mfa'))
  const { path, cookie } = takeRememberedPath(request)
  throw redirect(path, { headers: { 'Set-Cookie': cookie } })
}

/** The address that links in emails and providers return to, with the path to continue at. */
export function callbackUrl(request: Request, next = wantedPath(request, '/')): string {
  const url = new URL(href('/auth/callback'), request.url)
  if (next !== '/') url.searchParams.set('next', next)
  return url.href
}

/** The `next` of an address that a mail carried; undefined unless it is a path of our own. */
export function nextPath(request: Request): string | undefined {
  return nextOf(new URL(request.url))
}

/** Where an emailed link continues: its `redirect_to`, or else {@link nextPath}. */
export function pathAfterMail(request: Request): string | undefined {
  const url = new URL(request.url)
  const redirectTo = url.searchParams.get('redirect_to') ?? ''
  if (!URL.canParse(redirectTo)) return nextOf(url)
  // Only its path is used, so that it cannot lead to another site.
  const target = new URL(redirectTo)
  const path =
    target.pathname === href('/auth/callback') ? nextOf(target) : toOwnPath(`${target.pathname}${target.search}`)
  return path === '/' ? undefined : path
}

function nextOf(url: URL): string | undefined {
  return toOwnPath(url.searchParams.get('next'))
}

/** The remembered path without forgetting it; `home` when there is none. */
export function wantedPath(request: Request, home: string): string {
  const { path } = takeRememberedPath(request)
  return path === '/' ? home : path
}
