import type { IncomingMessage } from 'node:http'

/** What a route answers, before headers of the transport. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** One request, read to its end. Parameters of the address and of a form body are the same to Meta. */
export interface FakeRequest {
  readonly method: string
  readonly uri: string
  /** Without the version, split. */
  readonly path: readonly string[]
  readonly version: string
  readonly params: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
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
  const steps = url.pathname.split('/').filter((step) => step !== '')
  const version = /^v\d+\.\d+$/.test(steps[0] ?? '') ? (steps.shift() ?? '') : ''
  const params = new URLSearchParams([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())])
  return { method: message.method ?? 'GET', uri, path: steps, version, params, headers }
}

/** A JSON body, as Meta sends it. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'facebook-api-version': 'v26.0', ...headers },
    body: JSON.stringify(body),
  }
}

/** A page as a browser gets it; `content` is markup of ours. */
export function page(title: string, content: string, status = 200): Answer {
  const style =
    'body{font:16px system-ui;margin:4rem auto;max-width:32rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}'
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** Sends the browser on. */
export function redirect(to: string): Answer {
  return { status: 302, headers: { location: to, 'content-type': 'text/html; charset=utf-8' }, body: '' }
}

/** Text for markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
