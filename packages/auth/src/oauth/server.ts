import { createHash } from 'node:crypto'
import type { Auth, ProtectedResource } from '../context.ts'
import { AuthError, OAuthError } from '../errors.ts'

/** The resource; undefined where the authorization server is off, or could only be reached unencrypted. */
export function servedResource(auth: Auth): ProtectedResource | undefined {
  if (!auth.settings.oauthServer || auth.resource === undefined) return undefined
  const { protocol, hostname } = new URL(auth.externalUrl())
  return protocol === 'https:' || isLoopback(hostname) ? auth.resource : undefined
}

/** The resource. Throws `404 feature_disabled` where there is none. */
export function requireResource(auth: Auth): ProtectedResource {
  const resource = servedResource(auth)
  if (resource) return resource
  throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** SHA-256 of a secret that is random enough to be stored so. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The scopes that a text names, each once. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))]
}

/** Of a request that says a parameter twice nothing counts. Throws `invalid_request`. */
export function assertSingle(parameters: URLSearchParams): void {
  const names = [...parameters.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new OAuthError('invalid_request', `“${twice.slice(0, 60)}” is given more than once`)
}

const hidden = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const longestName = 60

/** A client's name as people may read it: one short line, nothing hidden, nothing that turns text around. */
export function cleanName(name: string): string {
  const plain = name
    .slice(0, 1000)
    .toWellFormed()
    .replace(hidden, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = Array.from(plain)
  return letters.length <= longestName ? plain : `${letters.slice(0, longestName - 1).join('')}…`
}
