import { ConnectorError, type ConnectorFailure } from '../failures.ts'
import { retryAfterMs } from '../http/index.ts'
import type { HttpIdentity, HttpResponse } from '../http.ts'
import type { Reply } from './responses.ts'

/** The data about a request for error messages. */
export interface Asked {
  readonly host: string
  /** The part of the API: `orders`, `webhooks`. */
  readonly resource: string
  readonly identity: HttpIdentity | undefined
  readonly now: Date
}

type Failing = Exclude<Reply, { kind: 'data' }>

const hourMs = 3_600_000
/** The version that our queries to every store require. */
export const oldestVersion = '5.8'

/** Something that prevents a response: its failure while it may be temporary, and after it has lasted an hour. */
interface Obstacle {
  readonly status: number
  readonly platformCode: string
  readonly lasting: 'permission' | 'account_state'
  /** What happened, without a full stop. */
  readonly what: string
  /** What to do about it. */
  readonly advice: string
}

/**
 * A rate limit of a security plug-in, a plug-in update, maintenance, a page over the whole site: usually minutes, so nobody
 * is notified before it has lasted an hour.
 */
export function mayPass({ what, advice, lasting, ...facts }: Obstacle): ConnectorFailure {
  return {
    ...facts,
    kind: 'transient',
    message: `${what}. That often passes, so it is tried again within minutes. If it lasts: ${advice}`,
    whenAsked: `${what}. ${advice}`,
    worsens: { afterMs: hourMs, kind: lasting, message: `${what}. ${advice} Reading goes on by itself afterwards.` },
  }
}

function aboutText(resource: string): string {
  return resource === '' ? 'about its API' : `about “${resource}”`
}

/** Converts every response that is not data into the failure that the merchant sees (reference of failures: README). */
export function toFailure(result: Failing, response: HttpResponse, asked: Asked): ConnectorError {
  if (result.kind === 'shield') return new ConnectorError(shieldFailure(result.shield, result.status, asked))
  if (result.status === 429 || (result.status === 503 && response.headers['retry-after'] !== undefined)) {
    return new ConnectorError(throttledFailure(response, asked))
  }
  if (result.kind === 'error') return new ConnectorError(errorFailure(result, asked))
  if (result.status < 500 && wasSentElsewhere(response))
    return new ConnectorError(elsewhereFailure(result, response, asked))
  if (result.kind === 'page' && result.status < 400) return new ConnectorError(pageFailure(result, asked))
  if (result.kind === 'broken') return new ConnectorError(brokenFailure(result.status, asked))
  return new ConnectorError(statusFailure(result.status, asked))
}

/** The failure for 401 with every style of signing. `code` is that of the last response. */
export function keyRefused(host: string, code: string, wrongSecret = false): ConnectorError {
  const what = wrongSecret
    ? `${host} knows the key but not this secret. Copy both parts again, or create a new key`
    : `${host} does not accept the API key: it is mistyped or was deleted, or its user was removed or lost the role of shop manager. Create a new key`
  const advice = `${what} under WooCommerce > Settings > Advanced > REST API and connect again`
  return new ConnectorError({
    kind: 'reauth',
    message: `${advice}; data up to now is kept.`,
    whenAsked: `${advice}.`,
    status: 401,
    platformCode: code,
  })
}

/** The two parts of a key begin differently, so the store need not be asked which is which. */
export function keyPartsSwapped(host: string): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message: `The two parts of the API key for ${host} are in each other's field: the consumer key begins with ck_, the consumer secret with cs_. Swap them and connect again.`,
    platformCode: 'swapped',
    field: 'key',
  })
}

/** The failure for a write with a read-only key. */
export function writeRefused(host: string, status: number, code: string): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message: `The key for ${host} may only read. Instant updates need one with the permission Read/Write; without it orders are fetched every few minutes.`,
    status,
    platformCode: code,
  })
}

function shieldFailure(shield: string, status: number, { host, identity }: Asked): ConnectorFailure {
  const from = identity?.egressAddresses.length ? identity.egressAddresses.join(', ') : 'the addresses of this server'
  const agent = identity === undefined ? '' : `, user agent “${identity.userAgent}”`
  return mayPass({
    status,
    platformCode: 'shield',
    lasting: 'permission',
    what: `${host} is protected by ${shield}, which refuses us`,
    advice: `Allow requests to /wp-json/wc/* from ${from}${agent}; ask your host if you do not know where.`,
  })
}

function throttledFailure(response: HttpResponse, { host, now }: Asked): ConnectorFailure {
  const { status } = response
  const pauseMs = retryAfterMs(response, now)
  const what = status === 429 ? 'asks us to slow down' : 'is down for maintenance or overloaded'
  return {
    kind: 'throttled',
    message: `${host} ${what}; reading goes on by itself.`,
    whenAsked: `${host} ${what}. Try again in some minutes.`,
    status,
    ...(pauseMs === undefined ? {} : { retryAfterMs: pauseMs }),
  }
}

function errorFailure(result: Extract<Reply, { kind: 'error' }>, asked: Asked): ConnectorFailure {
  const { status, code } = result
  const facts = { status, platformCode: code }
  const { host, resource } = asked
  if (status === 401 || status === 403) return deniedFailure(result, asked)
  if (status === 404 && code === 'rest_no_route') {
    return mayPass({
      ...facts,
      lasting: 'account_state',
      what: `${host} does not offer “${resource}”: WooCommerce is switched off, or older than ${oldestVersion}`,
      advice: 'Activate or update it under Plugins.',
    })
  }
  if (status === 404)
    return { ...facts, kind: 'not_found', message: `${host} does not have this entry of “${resource}” any more.` }
  if (status === 400) {
    const names = result.parameters.length === 0 ? '' : ` (${result.parameters.join(', ')})`
    return {
      ...facts,
      kind: 'bad_request',
      message: `${host} did not understand our question about “${resource}”${names}. Its WooCommerce may be older than ${oldestVersion}, which is needed, or changed by a plugin; updating it helps, and we look into it.`,
    }
  }
  return { ...statusFailure(status, asked), platformCode: code }
}

/** Whether a refusal is WooCommerce's own verdict on the key; anything else comes from a plug-in before it. */
export function isAboutKeys(code: string): boolean {
  return code.startsWith('woocommerce_') || code === 'rest_forbidden'
}

function deniedFailure(result: Extract<Reply, { kind: 'error' }>, { host, resource }: Asked): ConnectorFailure {
  const { status, code } = result
  const closed = !isAboutKeys(code)
  if (!closed && (status === 401 || (code === 'woocommerce_rest_cannot_view' && resource === 'orders'))) {
    return { ...keyRefused(host, code).failure, status }
  }
  if (closed) {
    return mayPass({
      status,
      platformCode: code,
      lasting: 'permission',
      what: `A plugin at ${host} closes the REST API (${code})`,
      advice: 'Allow /wp-json/wc/* in its settings.',
    })
  }
  return {
    kind: 'permission',
    message: `The key for ${host} may not read “${resource}”. Its user needs the role shop manager or administrator; everything else is read meanwhile.`,
    status,
    platformCode: code,
  }
}

/** Language, login and membership plug-ins redirect everything that is not theirs. */
function wasSentElsewhere(response: HttpResponse): boolean {
  const { pathname, search } = new URL(response.url)
  return !/\/wp-json\b|\/wc\/v3\b|[?&]rest_route=/.test(pathname + search)
}

function elsewhereFailure(result: Failing, response: HttpResponse, { host }: Asked): ConnectorFailure {
  const { pathname, search } = new URL(response.url)
  return mayPass({
    status: result.status,
    platformCode: 'redirected',
    lasting: 'account_state',
    what: `${host} sends our questions on to ${pathname}${search.slice(0, 40)} instead of answering them`,
    advice:
      'Check the address of the shop, and that nothing redirects /wp-json/ (language, login and membership plugins do).',
  })
}

function pageFailure({ title, status }: Extract<Reply, { kind: 'page' }>, { host, resource }: Asked): ConnectorFailure {
  const shown = title === '' ? 'a web page' : `the page “${title}”`
  return mayPass({
    status,
    platformCode: 'page',
    lasting: 'account_state',
    what: `${host} shows ${shown} instead of data`,
    advice: `${resource === '' ? 'Check that this is the address of your WooCommerce shop. ' : ''}Login walls, coming-soon pages and maintenance mode do this: switch it off, or let /wp-json/wc/* through.`,
  })
}

function brokenFailure(status: number, { host, resource }: Asked): ConnectorFailure {
  return {
    kind: 'transient',
    message: `${host} sent a damaged or cut-off answer ${aboutText(resource)}. We keep trying with smaller portions.`,
    status,
    platformCode: 'broken',
  }
}

function statusFailure(status: number, asked: Asked): ConnectorFailure {
  const { host, resource } = asked
  const about = aboutText(resource)
  if (status === 401 || status === 403) return shieldFailure('a password or security plugin', status, asked)
  if (status >= 500) {
    return {
      kind: 'transient',
      message: `${host} failed while answering ${about} (status ${status}). We keep trying; the shop's error log names the cause if it lasts.`,
      whenAsked: `${host} failed while answering ${about} (status ${status}). Try again in some minutes; the shop's error log names the cause if it lasts.`,
      status,
      worsens: {
        afterMs: 24 * 3_600_000,
        kind: 'account_state',
        message: `${host} has been failing for more than a day (status ${status} ${about}). Ask your host; reading goes on by itself.`,
      },
    }
  }
  if (status >= 300 && status < 400) {
    return mayPass({
      status,
      platformCode: 'circle',
      lasting: 'account_state',
      what: `${host} redirects in a circle`,
      advice: 'Check the address of the shop and its redirect rules for /wp-json/.',
    })
  }
  if (status === 404) {
    return mayPass({
      status,
      platformCode: 'no_rest_api',
      lasting: 'account_state',
      what: `${host} has no WordPress REST API at the known address`,
      advice:
        'If permalinks or the address of the shop were changed, connect again; if a plugin closes /wp-json/, allow /wp-json/wc/*.',
    })
  }
  return {
    kind: 'bad_request',
    message: `${host} refused our question ${about} (status ${status}). We look into it.`,
    status,
  }
}
