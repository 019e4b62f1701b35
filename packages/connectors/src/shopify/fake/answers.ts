import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** What a route answers, before headers of the transport. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A file is sent instead of the body. */
  readonly file?: { readonly bytes: number; read(bytes: number): Readable }
}

/** One request, read to its end. */
export interface FakeRequest {
  readonly method: string
  readonly uri: string
  /** Without a leading slash, split. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly remoteAddress: string
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
  return {
    method: message.method ?? 'GET',
    uri,
    path: url.pathname.split('/').slice(1),
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
    remoteAddress: message.socket.remoteAddress ?? '',
  }
}

/** A JSON body. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** A page as a browser gets it; `content` is markup of ours. */
export function page(title: string, content: string, status = 200): Answer {
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function redirect(to: string): Answer {
  return { status: 302, headers: { location: to, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

/** Text for markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The fields of a JSON or form body as texts. */
export function bodyFields({ body, headers }: FakeRequest): Record<string, string> {
  if (!(headers['content-type'] ?? '').includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).map(([key, value]) => [key, String(value)]))
  } catch {
    return {}
  }
}
