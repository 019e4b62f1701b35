import type { Auth } from '../context.ts'
import type { Call } from './call.ts'

/** The first allowed of header, query, given text and referrer; otherwise the site itself. Never an error. */
export function resolveRedirect(
  auth: Pick<Auth, 'settings' | 'siteUrl'>,
  call: Pick<Call, 'request' | 'query'>,
  given?: string,
): string {
  const wishes = [
    call.request.headers.get('redirect_to'),
    call.query.get('redirect_to'),
    given,
    call.request.headers.get('referer'),
  ]
  for (const wish of wishes) {
    const target = wish ? allowedRedirect(auth, wish) : undefined
    if (target !== undefined) return target
  }
  return auth.siteUrl()
}

/** The address in the form it may be sent to, or undefined when the lists do not allow it. */
export function allowedRedirect(auth: Pick<Auth, 'settings' | 'siteUrl'>, text: string): string | undefined {
  // The parser would repair these quietly, and other parsers differently.
  if (Array.from(text).some((letter) => letter <= ' ' || letter === '\u007f' || letter === '\\')) return undefined
  if (!URL.canParse(text)) return undefined
  // An address as one number: parsers disagree about what it stands for.
  if (/^\w+:\/*(?:0x[\da-f]*|\d+)(?=[/?#:]|$)/i.test(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return undefined
  if (isSameSite(url, new URL(auth.siteUrl()))) return url.href
  if (!isHostAllowed(url, text)) return undefined
  const plain = new URL(url)
  plain.hash = ''
  const forms = formsOf(plain)
  const isListed = auth.settings.redirectGlobs.some((glob) => forms.some((form) => globToRegex(glob).test(form)))
  return isListed ? url.href : undefined
}

/** As a list may have it: without the mark of a flow that clients add, and a bare host without the parser's slash. */
function formsOf({ href, origin }: URL): readonly string[] {
  const unmarked = href.replace(/([?&])sb_flow_id=[\da-f]{1,64}(?:&|$)/i, '$1').replace(/[?&]$/, '')
  const written = [...new Set([href, unmarked])]
  return written.flatMap((form) => (form === `${origin}/` ? [form, origin] : [form]))
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || loopback.test(url.hostname)
}

function isHostAllowed(url: URL, text: string): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return !/^(?:javascript|data|vbscript|file|blob|about):$/.test(url.protocol)
  const written = /^[a-z]+:\/\/([^/?#:]*|\[[^\]]*\])/i.exec(text)?.[1] ?? ''
  if (url.hostname.endsWith('.')) return false
  const isAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(url.hostname) || url.hostname.startsWith('[')
  if (isAddress) return loopback.test(url.hostname)
  // As written: the parser turns letters of other scripts into ASCII.
  return /^[a-z0-9.-]+$/i.test(written)
}

const compiled = new Map<string, RegExp>()

/** `*` and `?` stay between the separators `.` and `/`, `**` crosses them; `[..]` and `{a,b}` as in a shell. */
export function globToRegex(glob: string): RegExp {
  const known = compiled.get(glob)
  if (known) return known
  const parts = glob.match(/\*\*|\*|\?|\[[^\]]*\]|\{[^}]*\}|\\.|[^*?[\]{}\\]+|./g) ?? []
  const regex = new RegExp(`^${parts.map(globPart).join('')}$`)
  compiled.set(glob, regex)
  return regex
}

function globPart(part: string): string {
  if (part === '**') return '.*'
  if (part === '*') return '[^./]*'
  if (part === '?') return '[^./]'
  if (part.length > 1 && part.startsWith('[')) {
    const inner = part.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')
    return `[${inner}]`
  }
  if (part.length > 1 && part.startsWith('{')) {
    return `(?:${part
      .slice(1, -1)
      .split(',')
      .map((choice) => (choice.match(/\*\*|\*|\?|[^*?]+/g) ?? []).map(globPart).join(''))
      .join('|')})`
  }
  return (part.startsWith('\\') && part.length === 2 ? part.slice(1) : part).replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&')
}

// Answers that send a browser on. Codes go into the query, tokens only into the fragment.

/** Named texts of an address. */
export type Parameters = Readonly<Record<string, string>>

/** Sends the browser on; nobody keeps a copy, and nobody there learns the address it came from. */
export function redirect(status: 302 | 303, target: string): Response {
  return new Response(null, {
    status,
    headers: { location: target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** The address with these in its query; what else stands there is kept. */
export function withQuery(target: string, parameters: Parameters): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The address with these as its fragment, in the order of their names; `sb` marks the service. */
export function withFragment(target: string, parameters: Parameters): string {
  const url = new URL(target)
  const fragment = new URLSearchParams({ ...parameters, sb: '' })
  fragment.sort()
  url.hash = fragment.toString()
  return url.href
}
