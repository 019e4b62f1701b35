import { html, json, type TextResponse } from '../web/exchange.ts'
import { answerInstead, deliveryOf, type Faults, type Often, type WireFault } from '../web/faults.ts'
import type { Delivery } from '../web/server.ts'
import { type FakeRequest, single } from './request.ts'
import { Refusal } from './responses.ts'

/** The calls that a fault affects, and how often. */
interface Aim extends Often {
  /**
   * REST route such as `orders` (including everything below it), `root`, `wc-auth` or `site`; `*` = everything including
   * pages for people, like software that covers a whole site; absent = every REST call.
   */
  readonly route?: string
  /** Only the route itself, nothing below it. */
  readonly exact?: boolean
}

/** Faults of a shop. */
type FaultKind =
  | WireFault
  | { readonly kind: 'wrong_secret' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds?: number }
  /** 500 if more than this many rows are requested at once. */
  | { readonly kind: 'page_too_big'; readonly above: number }
  /** 500 if the response would contain this id. */
  | { readonly kind: 'poison'; readonly id: number }
  /** Redirects every address except that one itself; 301 by default. */
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: 301 | 302 }
  | { readonly kind: 'bom' }
  | { readonly kind: 'php_notice' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'no_paging_headers' }
  /** 200 `[]` although the headers count rows. */
  | { readonly kind: 'empty_list' }
  /** Repeats the first response of a URL; `ignores` names parameters that the cache does not distinguish. */
  | { readonly kind: 'stale_cache'; readonly ignores?: readonly string[] }

export type Fault = FaultKind & Aim

/** The faults of a shop; they aim at areas of its address. */
export type FakeFaults = Faults<Fault, string>

/** Whether a fault concerns an area. */
export function isAbout({ route, exact }: Fault, area: string): boolean {
  if (route === '*') return true
  if (route === undefined) return area !== 'site' && area !== 'wc-auth'
  return area === route || (exact !== true && area.startsWith(`${route}/`))
}

/** A response on its way out. */
interface Reply extends Delivery {
  readonly answer: TextResponse
}

/** Faults in front of the store: the first one that refuses the call; the store never sees it. */
export function refuse(faults: FakeFaults, area: string, request: FakeRequest): TextResponse | undefined {
  let refusal: TextResponse | undefined
  for (const armed of faults.armed(area)) {
    const response = refusalOf(armed.fault, request)
    if (!response || (!armed.letsPass && refusal)) continue
    if (armed.strikes()) refusal ??= response
  }
  return refusal
}

/** Sends the store's answer through all the faults that it hits. */
export function distort(
  faults: FakeFaults,
  area: string,
  { request, answer }: { readonly request: FakeRequest; readonly answer: TextResponse },
): Reply {
  let reply: Reply = { answer }
  for (const armed of faults.armed(area)) {
    const changed = distortBy(armed.fault, request, reply)
    if (changed !== reply && armed.strikes()) reply = changed
  }
  return reply
}

/** The reply after the fault; the same object when the fault does not concern this call. */
function distortBy(fault: Fault, request: FakeRequest, reply: Reply): Reply {
  const { delayMs, ...delivery } = deliveryOf(fault)
  if (delayMs !== undefined) return { ...reply, delayMs: (reply.delayMs ?? 0) + delayMs }
  if (Object.keys(delivery).length > 0) return { ...reply, ...delivery }
  const answer =
    fault.kind === 'stale_cache' ? cached(fault, request, reply.answer) : distortResponse(fault, reply.answer)
  return answer === reply.answer ? reply : { ...reply, answer }
}

const notice =
  '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/srv/www/wp-content/plugins/sample-addon/sample.php</b> on line <b>12</b><br />\n'

function distortResponse(fault: Fault, response: TextResponse): TextResponse {
  const { body } = response
  const isList = response.status === 200 && body.startsWith('[')
  switch (fault.kind) {
    case 'bom':
      return { ...response, body: `\uFEFF${body}` }
    case 'comment':
      return { ...response, body: `<!-- cached -->${body}` }
    case 'php_notice':
      return { ...response, body: notice + body }
    case 'no_paging_headers':
      return isList ? { ...response, headers: { 'content-type': response.headers['content-type'] ?? '' } } : response
    case 'empty_list':
      return isList ? { ...response, body: '[]' } : response
    case 'poison':
      return holdsId(body, fault.id) ? criticalError() : response
    default:
      return response
  }
}

function holdsId(body: string, id: number): boolean {
  return body.includes(`{"id":${id},`) || body.includes(`{"id":${id}}`)
}

const caches = new WeakMap<Fault, Map<string, TextResponse>>()

/** One entry per URL without its signature: an extra parameter such as `_=123` passes the cache. */
function cached(
  fault: Fault & { readonly kind: 'stale_cache' },
  request: FakeRequest,
  response: TextResponse,
): TextResponse {
  if (request.method !== 'GET') return response
  const { ignores = [] } = fault
  const cache = caches.get(fault) ?? new Map<string, TextResponse>()
  caches.set(fault, cache)
  const unsigned = request.query.filter(({ name }) => !/^(oauth_|consumer_)/.test(name) && !ignores.includes(name))
  const key = `${request.path}?${unsigned.map(({ name, value }) => `${name}=${value}`).join('&')}`
  const known = cache.get(key)
  if (known) return known
  cache.set(key, response)
  return response
}

/** The response of a fault in front of the store; undefined for every other kind. */
function refusalOf(fault: Fault, request: FakeRequest): TextResponse | undefined {
  switch (fault.kind) {
    case 'wrong_secret':
      return new Refusal(401, {
        code: 'woocommerce_rest_authentication_error',
        message: 'Consumer secret is invalid.',
      }).toAnswer()
    case 'throttled':
      return tooManyRequests(fault.retryAfterSeconds)
    case 'unavailable': {
      const text = '<h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>'
      return html('Maintenance', text, { status: 503, headers: retryAfter(fault.retryAfterSeconds) })
    }
    case 'page_too_big':
      return rowsParams(request) > fault.above ? criticalError() : undefined
    case 'redirect':
      return request.path === fault.to ? undefined : sentOn(fault.to, fault.status)
    default:
      return answerInstead(fault)
  }
}

function sentOn(location: string, status: 301 | 302 = 301): TextResponse {
  return { status, headers: { location }, body: '' }
}

function rowsParams({ query }: FakeRequest): number {
  return Number(single(query, 'per_page') ?? 10)
}

/** 429, with `Retry-After` when the store sends one. */
export function tooManyRequests(retryAfterSeconds: number | undefined): TextResponse {
  return json(
    { code: 'too_many_requests', message: 'Too many requests.', data: { status: 429 } },
    429,
    retryAfter(retryAfterSeconds),
  )
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

const critical =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>'

/** WordPress' own answer to a fatal error. */
export function criticalError(): TextResponse {
  return new Refusal(500, { code: 'internal_server_error', message: critical }).toAnswer()
}
