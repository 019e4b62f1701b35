import { z } from 'zod'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'

const largestBytes = 1024 * 1024

/** Reads a JSON object; an empty body counts as `{}`, because the client declares JSON even when it sends nothing. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(request)
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    throw badJson(error instanceof Error ? error.message : 'not JSON')
  }
  const parsed = schema.safeParse(withoutNulls(value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badJson(issue === undefined ? 'not the expected shape' : `${issue.path.join('.') || 'body'}: ${issue.message}`)
}

/** The body as text; rejects one over the size limit before reading it whole. */
export async function readText(request: Request): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > largestBytes) throw tooLarge()
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > largestBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Free-form user data, without characters that the database cannot store as text. Throws `400 validation_failed` if it is too
 * large.
 */
export const Metadata = z.record(z.string(), z.unknown()).transform((data) => {
  const kept = storable(data)
  requireSmall(kept)
  return kept
})

/**
 * Metadata is part of every access token and appears several times in a session's cookies. Browsers, proxies and servers
 * reject requests with oversized cookies, so a user with more metadata could not open a page any more.
 */
const largestMetadata = 1024

/** Throws `400 validation_failed` for too much metadata, unless there was more of it `before`. */
export function requireSmall(metadata: Readonly<Record<string, unknown>>, before: object = {}): void {
  const bytes = bytesOf(metadata)
  if (bytes <= largestMetadata || bytes <= bytesOf(before)) return
  throw invalid(
    `Metadata is too large: ${bytes} bytes as JSON; at most ${largestMetadata} are possible, because every session carries it`,
  )
}

/** The entries of a provider's metadata that fit, in their order. */
export function fitting(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(metadata)) {
    if (bytesOf({ ...kept, [key]: value }) <= largestMetadata) kept[key] = value
  }
  return kept
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

const deepest = 100

function storable(data: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [toText(key), storableValue(value, depth)]))
}

function storableValue(value: unknown, depth: number): unknown {
  if (depth > deepest) throw badJson('nested too deeply')
  if (typeof value === 'string') return toText(value)
  if (Array.isArray(value)) return value.map((part) => storableValue(part, depth + 1))
  return typeof value === 'object' && value !== null ? storable({ ...value }, depth + 1) : value
}

/** Postgres takes neither U+0000 nor half a character. */
function toText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Fields that several endpoints take. */
export const Challenge = z.object({
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
})

/** The field with the captcha token. */
export const Security = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().optional() }).optional(),
})

/** `null` is absent, at every level but inside free-form data, where it removes a key. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw badJson('nested too deeply')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      if (part === null) return []
      return [[key, freeForm.has(key) ? part : withoutNulls(part, depth + 1)]]
    }),
  )
}

const freeForm = new Set(['data', 'user_metadata', 'app_metadata', 'attribute_mapping'])

function badJson(detail: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`)
}

function tooLarge(): AuthError {
  return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${largestBytes} bytes)`)
}

/** The caller, as far as the connection identifies it. */
export interface Peer {
  /** The visitor's IP address, determined by the owner of the socket. */
  readonly address: string
}

/** One request, read once. */
export interface Call {
  readonly request: Request
  readonly query: URLSearchParams
  readonly ip: string
  readonly userAgent: string
  /** The token after `Bearer`; also an API key that the client sends there. */
  readonly bearer: string | undefined
}

/** Reads the parts of a request that endpoints need. */
export function toCall(request: Request, peer: Peer): Call {
  const authorization = request.headers.get('authorization') ?? ''
  return {
    request,
    query: new URL(request.url).searchParams,
    ip: peer.address,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    bearer: /^bearer +(\S+)$/i.exec(authorization.trim())?.[1],
  }
}

/** An endpoint. */
export type Endpoint = (auth: Auth, call: Call, parameters: Readonly<Record<string, string>>) => Promise<Response>

/** `METHOD /path` → endpoint; `{name}` matches one segment, and a grant of `/token` follows after a space. */
export type RouteTable = Readonly<Record<string, Endpoint>>

// Validation of incoming addresses, numbers and challenges. Messages are the protocol's.

const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Normalises an address for storage and lookup: lower case. */
export function parseEmail(text: string | undefined): string {
  if (text === undefined || text === '') throw invalid('An email address is required')
  if (text.length > 255) throw invalid('An email address is too long')
  if (!emailPattern.test(text)) throw invalid('Unable to validate email address: invalid format')
  return text.toLowerCase()
}

/** Normalises a number for storage: E.164 without `+`. */
export function parsePhone(text: string): string {
  const digits = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

/** How a text message is sent. */
export type Channel = 'sms' | 'whatsapp'

/** Defaults to `sms`; WhatsApp only if the provider supports it. */
export function parseChannel(text: string | undefined, canWhatsapp: boolean): Channel {
  if (text === undefined || text === '' || text === 'sms') return 'sms'
  if (text === 'whatsapp' && canWhatsapp) return 'whatsapp'
  throw invalid(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  )
}

/** A PKCE challenge; the client keeps the verifier. */
export interface CodeChallenge {
  readonly value: string
  readonly method: 's256' | 'plain'
}

/** Both or neither; undefined for a flow without PKCE. */
export function parseChallenge(value: string | undefined, method: string | undefined): CodeChallenge | undefined {
  const [text, kind] = [value ?? '', (method ?? '').toLowerCase()]
  if (text === '' && kind === '') return undefined
  if (text === '' || kind === '') throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (text.length < 43 || text.length > 128) throw invalid('code challenge has to be between 43 and 128 characters')
  if (!/^[A-Za-z0-9._~-]+$/.test(text)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  if (kind !== 's256' && kind !== 'plain') throw invalid('Invalid code_challenge_method')
  return { value: text, method: kind }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** The first allowed of header, query, given text and referrer; otherwise the site itself. Never an error. */
export function resolveRedirect(
  auth: Pick<Auth, 'settings' | 'siteUrl'>,
  call: Pick<Call, 'request' | 'query'>,
  given?: string,
): string {
  const options = [
    call.request.headers.get('redirect_to'),
    call.query.get('redirect_to'),
    given,
    call.request.headers.get('referer'),
  ]
  for (const wish of options) {
    const target = wish ? allowedRedirect(auth, wish) : undefined
    if (target !== undefined) return target
  }
  return auth.siteUrl()
}

/** The address in the form it may be sent to, or undefined when the lists do not allow it. */
export function allowedRedirect(auth: Pick<Auth, 'settings' | 'siteUrl'>, text: string): string | undefined {
  // The URL parser would silently fix these, and other parsers differently.
  if (Array.from(text).some((letter) => letter <= ' ' || letter === '\u007f' || letter === '\\')) return undefined
  if (!URL.canParse(text)) return undefined
  // An address written as a single number: parsers disagree about its meaning.
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

// Redirect responses. Codes go into the query, tokens only into the fragment.

/** Parameters of an address, by name. */
export type Parameters = Readonly<Record<string, string>>

/** Redirects the browser; the response is not cached, and the target does not see the referring address. */
export function redirect(status: 302 | 303, target: string): Response {
  return new Response(null, {
    status,
    headers: { location: target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** The address with these added to its query; other parameters are kept. */
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
