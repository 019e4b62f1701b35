import { randomBytes } from 'node:crypto'

const name = 'connect-browser'
const aDaySeconds = 86_400

/** The browser's proof, from its cookie, that it began connecting an account; undefined when it began nothing. */
export function readConnectBrowser(cookies: string | null | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{32})(?:;|$)`).exec(cookies ?? '')?.[1]
}

/**
 * The proof for a browser that begins now, reused if it is already connecting another account, and the `Set-Cookie` value
 * that stores it.
 */
export function connectBrowserOf(
  cookies: string | null | undefined,
  origin: string,
): { readonly browser: string; readonly cookie: string } {
  const browser = readConnectBrowser(cookies) ?? randomBytes(24).toString('base64url')
  // `Lax`, because the browser comes back from another site through a link.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
  return { browser, cookie: `${name}=${browser}; ${attributes}; Max-Age=${aDaySeconds}` }
}
