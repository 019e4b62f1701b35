import { UNSAFE_decodeViaTurboStream as decode, UNSAFE_SingleFetchRedirectSymbol as redirected } from 'react-router'
import { z } from 'zod'

const suffix = '/_payload.json'

/** Whether a request is for the data of a page instead of the page: `GET {page}/_payload.json`. */
export function asksForPayload({ method, url }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && new URL(url).pathname.endsWith(suffix)
}

const Redirect = z.object({ redirect: z.string() })
const Loaded = z.object({ data: z.unknown() })

/**
 * What the loaders of a page give, as JSON by route, for programs that do not speak the router's own format. `answer` gives that
 * format at the page's address with `.data`, to the same people; parts that come later are waited for, and a part that failed is
 * null. Redirects stay redirects; a page that is not there or failed is a problem of the same status.
 */
export async function payloadOf(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
  const url = new URL(request.url)
  const page = url.pathname.slice(0, -suffix.length)
  url.pathname = page === '' ? '/_.data' : `${page}.data`
  const response = await answer(new Request(url, { headers: request.headers, signal: request.signal }))
  const headers = new Headers({ 'cache-control': 'private, no-store', vary: 'Cookie' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  const { body } = response
  if (body === null || !response.headers.get('content-type')?.startsWith('text/x-script')) return response
  const { value } = await decode(body, globalThis)
  const away = Redirect.safeParse(Reflect.get(Object(value), redirected))
  if (away.success) {
    headers.set('location', away.data.redirect)
    return new Response(null, { status: 302, headers })
  }
  if (!response.ok) {
    const problem = { type: 'about:blank', status: response.status, title: `The page ${page || '/'} has no data` }
    headers.set('content-type', 'application/problem+json')
    return new Response(JSON.stringify(problem), { status: response.status, headers })
  }
  const data = Object.entries(Object(value)).map(([route, loaded]) => [
    route,
    Loaded.safeParse(loaded).data?.data ?? null,
  ])
  return Response.json(await plain(Object.fromEntries(data)), { headers })
}

/** A value as JSON has it, with all that comes later. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Promise) return plain(await value.catch(() => null))
  if (typeof value === 'bigint') return `${value}`
  if (value instanceof Map) return plain([...value])
  if (value instanceof Set) return plain([...value])
  if (Array.isArray(value)) return Promise.all(value.map(plain))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).map(async ([key, part]) => [key, await plain(part)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
