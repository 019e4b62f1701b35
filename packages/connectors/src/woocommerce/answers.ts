import type { HttpResponse, Verdict } from '../http.ts'
import { findShield } from './shields.ts'
import { toPlainText } from './values.ts'
import { WireError } from './wire.ts'

/** What an answer turned out to be, whatever its status says. */
export type Answer =
  | { readonly kind: 'data'; readonly data: unknown; readonly warnings: readonly string[] }
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly parameters: readonly string[] }
  /** A firewall, bot check or security plug-in in front of the shop. */
  | { readonly kind: 'shield'; readonly status: number; readonly shield: string }
  /** A web page instead of data. */
  | { readonly kind: 'page'; readonly status: number; readonly title: string }
  /** Cut off or damaged. */
  | { readonly kind: 'broken'; readonly status: number }
  /** No body to speak of. */
  | { readonly kind: 'bare'; readonly status: number }

/** Reads an answer. Matches codes and statuses only, because messages come in the shop's language. */
export function readAnswer(response: HttpResponse): Answer {
  const { status } = response
  const text = new TextDecoder('utf-8').decode(response.body).trim()
  const shield = findShield(response, text)
  if (shield !== undefined) return { kind: 'shield', status, shield }
  const parsed = parseNoisy(text)
  if (parsed === undefined) return withoutData(status, text)
  if (status >= 200 && status < 300) return { kind: 'data', ...parsed }
  const error = WireError.safeParse(parsed.data)
  if (!error.success) return { kind: 'bare', status }
  return { kind: 'error', status, code: error.data.code, parameters: parametersOf(error.data.data) }
}

function withoutData(status: number, text: string): Answer {
  if (/^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body|\?xml|div|p|h1|center)\b/i.test(text)) {
    return { kind: 'page', status, title: titleOf(text) }
  }
  if (status >= 200 && status < 300)
    return text === '' && status === 204 ? { kind: 'bare', status } : { kind: 'broken', status }
  return { kind: 'bare', status }
}

/** Whether another try may bring something better; the client calls it for every answer. */
export function judgeAnswer(response: HttpResponse): Verdict {
  const { status } = response
  if (status === 429) return 'throttled'
  if (status < 300) return readQuickly(response)
  if (status < 500) return 'final'
  if (findShield(response, new TextDecoder('utf-8').decode(response.body.subarray(0, 20_000))) !== undefined)
    return 'final'
  if (status === 503 && response.headers['retry-after'] !== undefined) return 'throttled'
  return status === 501 || status === 505 ? 'final' : 'transient'
}

// The whole body is parsed once, by whoever asked. Here a look at its ends is enough to tell that it was cut.
function readQuickly(response: HttpResponse): Verdict {
  const { body, status } = response
  if (status === 204) return 'final'
  let end = body.length - 1
  while (end >= 0 && (body[end] ?? 0) <= 0x20) end -= 1
  const last = body[end]
  if (last === 0x7d || last === 0x5d || last === 0x3e) return 'final'
  // A plain scalar such as `true` is whole as well.
  return body.length > 0 && body.length < 100 && parseNoisy(Buffer.from(body).toString('utf8').trim()) !== undefined
    ? 'final'
    : 'transient'
}

/** How data of this API begins: a list of objects, an object, or an empty list at the very end. */
const beginning = /\[\s*\{\s*"|\{\s*"|\[\s*\]$/

/**
 * Parses JSON that PHP notices, a byte order mark or a cache's comment may precede. What follows the noise must be
 * JSON from where data begins to the very end: the tail of a cut-off list parses just as well and is no answer.
 */
export function parseNoisy(text: string): { data: unknown; warnings: string[] } | undefined {
  const body = text.replace(/^\uFEFF+/, '').replace(/\s*<!--(?:(?!-->)[\s\S])*-->\s*$/, '')
  const whole = tryParse(body)
  if (whole !== undefined) return { data: whole.value, warnings: [] }
  const index = body.search(beginning)
  if (index <= 0) return undefined
  const rest = tryParse(body.slice(index))
  return rest === undefined ? undefined : { data: rest.value, warnings: [noiseWarning(body.slice(0, index))] }
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Not JSON: the caller goes on looking, or says so.
    return undefined
  }
}

function noiseWarning(noise: string): string {
  const source = /wp-content[\\/](plugins|themes)[\\/]([\w.-]+)/.exec(noise)
  const where =
    source === null ? '' : ` It comes from the ${source[1] === 'themes' ? 'theme' : 'plug-in'} “${source[2]}”.`
  return `The shop prints text before its data, usually a PHP notice.${where} The data was read all the same; switch off WP_DEBUG_DISPLAY or update what causes it.`
}

function parametersOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('params' in data)) return []
  const { params } = data
  return typeof params === 'object' && params !== null ? Object.keys(params) : []
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(html)?.[1] ?? ''
  return toPlainText(title).replace(/\s+/g, ' ').trim().slice(0, 80)
}
