import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** The response of a route, before transport faults and headers are applied. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** A file is sent instead of the body. */
  readonly file?: { readonly bytes: number; read(bytes: number): Readable }
}

/** A response whose text can still be changed. */
export interface TextResponse extends Reply {
  readonly body: string
}

/** One request, completely read, with its address as sent. */
export interface RawRequest {
  readonly method: string
  readonly uri: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly remoteAddress: string
}

/** One request with its address parsed. */
export interface FakeRequest extends RawRequest {
  readonly path: string
  readonly query: URLSearchParams
}

/** Reads the whole request. */
export async function readRawRequest(message: IncomingMessage): Promise<RawRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) if (chunk instanceof Buffer) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return {
    method: message.method ?? 'GET',
    uri: message.url ?? '/',
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
    remoteAddress: message.socket.remoteAddress ?? '',
  }
}

/** Reads the whole request and takes its address apart. */
export async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const request = await readRawRequest(message)
  const { pathname: path, searchParams: query } = new URL(request.uri, 'http://sandbox')
  return { ...request, path, query }
}

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): TextResponse {
  const type = { 'content-type': 'application/json; charset=UTF-8' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** A page of a platform's own; `content` is markup of ours. */
export function page(title: string, content: string, status = 200): TextResponse {
  const style =
    'body{font:16px system-ui;margin:4rem auto;max-width:32rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}'
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** A page as a web site sends it; title and content are markup. */
export function html(
  title: string,
  content: string,
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): TextResponse {
  const body = `<!DOCTYPE html>\n<html lang="en-US"><head><meta charset="UTF-8"><title>${title}</title></head><body>${content}</body></html>\n`
  return { status: more.status ?? 200, headers: { 'content-type': 'text/html; charset=UTF-8', ...more.headers }, body }
}

/** Redirects the browser. */
export function redirect(to: string): TextResponse {
  return { status: 302, headers: { location: to, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

/** Whether the browser may be sent back to an address: to any one where none is listed. */
export function mayReturnTo(back: string, listed: readonly string[]): boolean {
  return URL.canParse(back) && (listed.length === 0 || listed.includes(back))
}

/** An address with more parameters. */
export function withQuery(to: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.href
}

/** Escapes text for markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Parses a text as JSON; undefined if it is invalid. */
export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Each platform reports it with its own message.
    return undefined
  }
}

/** The fields of a JSON object; empty for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value))
}

/** Text of a field; empty for anything but text and numbers. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
