import type { User } from '@supabase/supabase-js'
import { href, type RouterContextProvider, redirect } from 'react-router'
import { identityContext } from '../request.server.ts'
import { toOwnPath } from './own-path.ts'

const name = 'sb-redirect-path'
const tenMinutes = 600
/** Browsers drop a larger cookie. */
const largest = 3_000
const attributes = 'Path=/; HttpOnly; SameSite=Lax'

/** The `Set-Cookie` value that keeps where somebody wanted to go while they sign in. */
export function rememberPath(path: string): string {
  const value = encodeURIComponent(toOwnPath(path) ?? '/')
  return `${name}=${value.length > largest ? '%2F' : value}; ${attributes}; Max-Age=${tenMinutes}`
}

/** Where the person wanted to go, `/` when nowhere special, and the `Set-Cookie` value that forgets it. */
export function takeRememberedPath(request: Request): { readonly path: string; readonly cookie: string } {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
  return { path: toOwnPath(decode(value)) ?? '/', cookie: `${name}=; ${attributes}; Max-Age=0` }
}

/** Cookies are whatever the visitor sends. */
function decode(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** What every step of signing in is asked with. */
export interface Asking {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** Somebody has proved who they are: to where they wanted to go. `home` is for those who wanted nothing special. */
export function leave(user: User, request: Request, home = '/'): Response {
  return leaveTo(user, request, wantedPath(request, home))
}

/** The same, to a given path of our own. Whoever has a second factor passes there first. */
export function leaveTo(user: User, request: Request, path: string): Response {
  if (user.factors?.some(({ status }) => status === 'verified')) {
    return redirect(href('/auth/mfa'), { headers: { 'Set-Cookie': rememberPath(path) } })
  }
  const remembered = takeRememberedPath(request)
  return redirect(path, remembered.path === path ? { headers: { 'Set-Cookie': remembered.cookie } } : {})
}

/** Signed-in visitors have nothing to do on the sign-in pages. */
export async function sendSignedInOn({ context, request }: Asking): Promise<void> {
  const person = await context.get(identityContext).person()
  if (!person) return
  if (!person.isComplete) throw redirect(href('/auth/mfa'))
  const { path, cookie } = takeRememberedPath(request)
  throw redirect(path, { headers: { 'Set-Cookie': cookie } })
}

/** Where links in mails and providers come back to, and where they lead from there. */
export function callbackUrl(request: Request, next = wantedPath(request, '/')): string {
  const url = new URL(href('/auth/callback'), request.url)
  if (next !== '/') url.searchParams.set('next', next)
  return url.href
}

/** The `next` of an address that a mail carried; undefined unless it is a path of our own. */
export function nextPath(request: Request): string | undefined {
  return nextOf(new URL(request.url))
}

/** Where a mail's own page leads on: the `redirect_to` that the mail was asked for with, or the same as {@link nextPath}. */
export function pathAfterMail(request: Request): string | undefined {
  const url = new URL(request.url)
  const redirectTo = url.searchParams.get('redirect_to') ?? ''
  if (!URL.canParse(redirectTo)) return nextOf(url)
  // Only its path counts, so that it leads nowhere else, whatever stands in the address.
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
