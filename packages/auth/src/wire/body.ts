import { z } from 'zod'
import { AuthError, invalid } from '../errors.ts'

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

/** The body's bytes as text; refuses what is larger than the limit before reading it whole. */
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

/** Free-form data of a user, without what the database cannot keep as text. Throws `400 validation_failed` for too much of it. */
export const Metadata = z.record(z.string(), z.unknown()).transform((data) => {
  const kept = storable(data)
  requireSmall(kept)
  return kept
})

/**
 * Metadata stands in every access token and several times in the cookies of a session, and browsers, proxies and servers refuse
 * requests whose cookies are too large: whoever has more of it can open no page any more.
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

/** The entries of what others say about a person that there is room for, in their order. */
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

/** Where the captcha's answer travels. */
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
