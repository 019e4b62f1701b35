const name = 'tillsight-look-in'
const attributes = 'Path=/; HttpOnly; SameSite=Lax'

/** The token of the visit that the browser of an administrator is in; undefined for every other browser. */
export function readSupportToken(cookies: string | null | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]
}

/** The `Set-Cookie` value with which an administrator looks in. */
export function beginSupport(token: string, endsAt: string): string {
  return `${name}=${token}; ${attributes}; Expires=${new Date(endsAt).toUTCString()}`
}

/** The `Set-Cookie` value that ends it. */
export const endSupport = `${name}=; ${attributes}; Max-Age=0`
