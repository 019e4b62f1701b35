import { ConnectorError } from '../failures.ts'
import type { HttpRequest, SignedRequest } from '../http.ts'
import { isSameRegistrableDomain } from './registrable-domain.ts'

const redirects = new Set([301, 302, 303, 307, 308])

/** The request as it goes out: address and headers after signing, and the parameters that signing added. */
export interface Outgoing extends SignedRequest {
  readonly added: readonly string[]
}

/** Signs for one attempt. Without a signer the request's own headers go out, but never to another origin. */
export function signFor(request: HttpRequest, url: string): Outgoing {
  const own = sameOrigin(request.url, url) ? request.headers : withoutSecrets(request.headers)
  if (request.sign === undefined) return { url, headers: own ?? {}, added: [] }
  const signed = request.sign({ method: request.method, url })
  const before = new URL(url).searchParams
  const added = [...new URL(signed.url).searchParams.keys()].filter((name) => !before.has(name))
  return { url: signed.url, headers: { ...own, ...signed.headers }, added }
}

/**
 * The address to go on with, or undefined when the answer is not a redirect that may be followed. Throws
 * `account_state` when it leads to somebody else's domain.
 */
export function nextAddress(
  request: HttpRequest,
  sent: Outgoing,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): string | undefined {
  const location = answer.headers.location
  if (!redirects.has(answer.status) || location === undefined || request.followsRedirects === false) return undefined
  const repeatable = request.method === 'GET' || request.method === 'HEAD' || answer.status >= 307
  if (!repeatable || !URL.canParse(location, sent.url)) return undefined
  const from = new URL(sent.url)
  const to = new URL(location, sent.url)
  if (!isSameRegistrableDomain(from.hostname, to.hostname)) throw foreignRedirect(from, to)
  to.hash = ''
  // A platform that copies our query into the redirect must not get one-time parameters twice.
  return withoutParameters(to.href, sent.added)
}

function foreignRedirect(from: URL, to: URL): ConnectorError {
  return new ConnectorError({
    kind: 'account_state',
    message: `${from.hostname} sends us on to ${to.hostname}, another owner's domain as far as names tell, and keys are not sent there. If the shop has moved, connect it again with its address at ${to.hostname}.`,
    platformCode: 'foreign_redirect',
  })
}

// Works on the text, because parsing and printing again would escape slashes that have to stay as they are.
function withoutParameters(url: string, names: readonly string[]): string {
  const cut = url.indexOf('?')
  if (cut < 0 || names.length === 0) return url
  const kept = url
    .slice(cut + 1)
    .split('&')
    .filter((part) => !names.includes(decodeURIComponent(part.split('=')[0] ?? '')))
  return kept.length === 0 ? url.slice(0, cut) : `${url.slice(0, cut)}?${kept.join('&')}`
}

function withoutSecrets(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(
      ([name]) => !/^(authorization|cookie|proxy-authorization|.*token)$/i.test(name),
    ),
  )
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
