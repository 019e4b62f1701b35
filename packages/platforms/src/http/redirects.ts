import { isIP } from 'node:net'
import { ConnectorError } from '../failures.ts'
import type { HttpRequest, SignedRequest } from '../http.ts'

// Not the public suffix list: what is not surely known here counts as strangers. A missing entry only means that a
// redirect between two names of one owner is refused, and that the merchant types the other address.

/** Endings under which names are sold directly. */
const direct = new Set(
  words('com net org info biz shop store online example test de ch li eu be dk lu ie nl cz sk se fi'),
)

/** Second labels that countries or resellers keep for themselves below those endings. */
const reserved = new Set(
  words(
    'ac asso biz blogspot co com edu eu firm gen gob gouv gov gr gb hu id in info jp jpn mex mil name net no org ru sa se tm uk us za cn de br',
  ),
)

/** Endings of two labels under which names are sold. */
const sold = new Set(
  words(
    'co.uk org.uk me.uk ltd.uk plc.uk com.au net.au org.au co.nz net.nz org.nz co.za com.br net.br com.ar com.mx com.co com.pe com.tr com.pl com.pt com.es co.at or.at co.il co.in co.jp co.kr com.cn com.hk com.sg com.my com.tw com.ua com.vn co.id co.th com.ph',
  ),
)

// Hosting domains: each name below them has a different owner.
const hosting = words(`
  amazonaws.com azurewebsites.net blogspot.com cloudaccess.net cloudfront.net cloudwaysapps.com cloudwayssites.com
  dreamhosters.com dynalias.com fly.dev flywheelsites.com github.io gitlab.io herokuapp.com hostingersite.com instawp.xyz
  kinsta.cloud kinsta.page myftpupload.com myshopify.com mysites.io mystagingwebsite.com netlify.app ngrok.io ngrok.app
  ngrok-free.app onrender.com pages.dev pantheonsite.io pressable.com sg-host.com siteground.site siteground.net
  tastewp.com tempurl.host tempurl.net trycloudflare.com vercel.app web.app wixsite.com wordpress.com workers.dev
  wpcomstaging.com wpengine.com wpenginepowered.com wpmudev.host wpstage.net wpsandbox.net
`)

/** Whether two host names surely belong to one owner: `shop.example.co.uk` and `www.example.co.uk` do. */
export function isSameRegistrableDomain(one: string, other: string): boolean {
  const [first, second] = [toBare(one), toBare(other)]
  if (first === second) return true
  const domain = registrableDomain(first)
  return domain !== undefined && domain === registrableDomain(second)
}

/** In lower case, without trailing dot and leading `www.`, which belongs to the same owner. */
function toBare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.[^.]+)/, '')
}

/** Undefined if it cannot be determined. */
function registrableDomain(host: string): string | undefined {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (hosting.some((name) => host === name || host.endsWith(`.${name}`))) return undefined
  const labels = host.split('.')
  const ending = labels.slice(-2)
  if (sold.has(ending.join('.'))) return labels.length > 2 ? labels.slice(-3).join('.') : undefined
  const [second = '', top = ''] = ending
  return labels.length > 1 && direct.has(top) && !reserved.has(second) ? ending.join('.') : undefined
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

const redirects = new Set([301, 302, 303, 307, 308])

/** The request as it goes out: address and headers after signing, and the parameters that signing added. */
interface Outgoing extends SignedRequest {
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
 * The next address, or undefined if the response is not a redirect that may be followed. Throws `account_state` if it leads
 * to somebody else's domain.
 */
export function nextAddress(
  request: HttpRequest,
  sent: Outgoing,
  response: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): string | undefined {
  const location = response.headers.location
  if (!redirects.has(response.status) || location === undefined || request.followsRedirects === false) return undefined
  const repeatable = request.method === 'GET' || request.method === 'HEAD' || response.status >= 307
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
