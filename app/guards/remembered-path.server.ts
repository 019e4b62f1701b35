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
