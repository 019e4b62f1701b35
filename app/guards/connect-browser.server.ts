import { randomBytes } from 'node:crypto'

const name = 'connect-browser'
const aDaySeconds = 86_400

/** What a browser shows to prove that it began connecting an account; undefined when it began nothing. */
export function readConnectBrowser(cookies: string | null | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{32})(?:;|$)`).exec(cookies ?? '')?.[1]
}

/** The same for a browser that begins now, which may be at it twice, and the `Set-Cookie` value that keeps it. */
export function connectBrowserOf(
  cookies: string | null | undefined,
  origin: string,
): { readonly browser: string; readonly cookie: string } {
  const browser = readConnectBrowser(cookies) ?? randomBytes(24).toString('base64url')
  // It comes back from another site, by a link.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
  return { browser, cookie: `${name}=${browser}; ${attributes}; Max-Age=${aDaySeconds}` }
}
