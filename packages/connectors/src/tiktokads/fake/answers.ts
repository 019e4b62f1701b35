import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { codeTexts } from './codes.ts'

/** One request, read to its end. */
export interface FakeRequest {
  readonly method: string
  readonly uri: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a route answers. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A refusal of the API: status 200, and a code in the envelope. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message = codeTexts[code] ?? 'Error') {
    super(message)
    this.code = code
  }
}

/** Reads the whole request. */
export async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) if (chunk instanceof Buffer) chunks.push(chunk)
  const uri = message.url ?? '/'
  const url = new URL(uri, 'http://sandbox')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const body = Buffer.concat(chunks).toString('utf8')
  return { method: message.method ?? 'GET', uri, path: url.pathname, query: url.searchParams, headers, body }
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' }

/** The envelope around everything, with status 200 whatever the code is. */
export function envelope(code: number, message: string, data: unknown): Answer {
  const id = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(9).toString('hex').toUpperCase()}`
  return { status: 200, headers: jsonType, body: JSON.stringify({ code, message, request_id: id, data }) }
}

/** Data. */
export function ok(data: unknown): Answer {
  return envelope(0, 'OK', data)
}

/** A refusal as an answer. */
export function refused(code: number, message = codeTexts[code] ?? 'Error'): Answer {
  return envelope(code, message, {})
}

/** A page as a browser gets it; `content` is markup of ours. */
export function page(title: string, content: string, status = 200): Answer {
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function redirect(to: string): Answer {
  return { status: 302, headers: { location: to, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

/** Text for markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The fields of a JSON body; `40002` when it is none. */
export function bodyFields({ body }: FakeRequest): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return Object.fromEntries(Object.entries(read))
  } catch {
    // Said below.
  }
  throw new Refusal(40002, 'The request body is not a JSON object.')
}

/** A field that may be sent as text or as a number; empty when it is neither. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The texts of a list that is sent as JSON in text; `40002` when it is none. */
export function textList(name: string, value: string | null): string[] {
  if (value === null || value === '') return []
  let read: unknown
  try {
    read = JSON.parse(value)
  } catch {
    read = undefined
  }
  if (!Array.isArray(read) || !read.every((item) => typeof item === 'string')) {
    throw new Refusal(40002, `${name}: Field must be a JSON list of strings.`)
  }
  return read
}
