import { ConnectorError, type ConnectorFailure } from '../failures.ts'
import { retryAfterMs } from '../http/retry.ts'
import type { HttpIdentity, HttpResponse } from '../http.ts'
import type { Answer } from './answers.ts'

/** What the messages need to know about the request. */
export interface Asked {
  readonly host: string
  /** `orders`, `webhooks`: the part of the API. */
  readonly resource: string
  readonly identity: HttpIdentity | undefined
  readonly now: Date
}

type Failing = Exclude<Answer, { kind: 'data' }>

/** Turns every answer that is not data into the failure that the merchant reads (reference of failures: README). */
export function toFailure(answer: Failing, response: HttpResponse, asked: Asked): ConnectorError {
  if (answer.kind === 'shield') return new ConnectorError(shieldFailure(answer.shield, answer.status, asked))
  if (answer.status === 429 || (answer.status === 503 && response.headers['retry-after'] !== undefined)) {
    return new ConnectorError(throttledFailure(response, asked))
  }
  if (answer.kind === 'error') return new ConnectorError(errorFailure(answer, asked))
  if (answer.status < 500 && wasSentElsewhere(response))
    return new ConnectorError(elsewhereFailure(answer, response, asked))
  if (answer.kind === 'page' && answer.status < 400) return new ConnectorError(pageFailure(answer, asked))
  if (answer.kind === 'broken') return new ConnectorError(brokenFailure(answer.status, asked))
  return new ConnectorError(statusFailure(answer.status, asked))
}

/** 401 in every style of signing. `code` is that of the last answer. */
export function keyRefused(host: string, code: string, wrongSecret = false): ConnectorError {
  const message = wrongSecret
    ? `${host} knows the key but not this secret. Copy both parts again, or create a new key under WooCommerce > Settings > Advanced > REST API, and connect again.`
    : `${host} does not accept the API key: it is mistyped or was deleted, or its user was removed or lost the role of shop manager. Create a new key under WooCommerce > Settings > Advanced > REST API and connect again; figures up to now are kept.`
  return new ConnectorError({ kind: 'reauth', message, status: 401, platformCode: code })
}

/** A write with a key that may only read. */
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
  return {
    kind: 'permission',
    message: `${host} is protected by ${shield}, which refused us. Allow requests to /wp-json/wc/* from ${from}${agent}; ask your host if you do not know where.`,
    status,
    platformCode: 'shield',
  }
}

function throttledFailure(response: HttpResponse, { host, now }: Asked): ConnectorFailure {
  return {
    kind: 'throttled',
    message: `${host} asks us to slow down; reading goes on by itself.`,
    status: response.status,
    retryAfterMs: retryAfterMs(response, now) ?? 60_000,
  }
}

function errorFailure(answer: Extract<Answer, { kind: 'error' }>, asked: Asked): ConnectorFailure {
  const { status, code } = answer
  const facts = { status, platformCode: code }
  const { host, resource } = asked
  if (status === 401 || status === 403) return deniedFailure(answer, asked)
  if (status === 404 && code === 'rest_no_route') {
    return {
      ...facts,
      kind: 'account_state',
      message: `${host} does not offer “${resource}”: WooCommerce is switched off or older than 3.5. Activate or update it under Plugins; reading goes on by itself.`,
    }
  }
  if (status === 404)
    return { ...facts, kind: 'not_found', message: `${host} does not have this entry of “${resource}” any more.` }
  if (status === 400) {
    const names = answer.parameters.length === 0 ? '' : ` (${answer.parameters.join(', ')})`
    return {
      ...facts,
      kind: 'bad_request',
      message: `${host} did not understand our question about “${resource}”${names}. Its WooCommerce may be much older or newer than the supported 9 to 11; updating it helps, and we look into it.`,
    }
  }
  return { ...statusFailure(status, asked), platformCode: code }
}

/** Whether a refusal is WooCommerce's own verdict on the key; anything else comes from a plug-in before it. */
export function isAboutKeys(code: string): boolean {
  return code.startsWith('woocommerce_') || code === 'rest_forbidden'
}

function deniedFailure(answer: Extract<Answer, { kind: 'error' }>, { host, resource }: Asked): ConnectorFailure {
  const { status, code } = answer
  const closed = !isAboutKeys(code)
  if (!closed && (status === 401 || (code === 'woocommerce_rest_cannot_view' && resource === 'orders'))) {
    return { ...keyRefused(host, code).failure, status }
  }
  return {
    kind: 'permission',
    message: closed
      ? `A plug-in at ${host} closes the REST API (${code}). Allow /wp-json/wc/* in its settings.`
      : `The key for ${host} may not read “${resource}”. Its user needs the role shop manager or administrator; everything else is read meanwhile.`,
    status,
    platformCode: code,
  }
}

/** Language, login and membership plug-ins redirect everything that is not theirs. */
function wasSentElsewhere(response: HttpResponse): boolean {
  const { pathname, search } = new URL(response.url)
  return !/\/wp-json\b|\/wc\/v3\b|[?&]rest_route=/.test(pathname + search)
}

function elsewhereFailure(answer: Failing, response: HttpResponse, { host }: Asked): ConnectorFailure {
  const { pathname, search } = new URL(response.url)
  return {
    kind: 'account_state',
    message: `${host} sends our questions on to ${pathname}${search.slice(0, 40)} instead of answering them. Check the address of the shop, and that nothing redirects /wp-json/ (language, login and membership plug-ins do).`,
    status: answer.status,
    platformCode: 'redirected',
  }
}

function pageFailure({ title, status }: Extract<Answer, { kind: 'page' }>, { host }: Asked): ConnectorFailure {
  const shown = title === '' ? 'a web page' : `the page “${title}”`
  const why = 'This happens with login walls, coming-soon pages and maintenance mode'
  return {
    kind: 'transient',
    message: `${host} shows ${shown} instead of data. ${why}; we keep trying.`,
    status,
    platformCode: 'page',
    worsens: {
      afterMs: 3_600_000,
      kind: 'account_state',
      message: `${host} has been showing ${shown} instead of data for more than an hour. ${why}: switch it off, or let /wp-json/wc/* through.`,
    },
  }
}

function brokenFailure(status: number, { host, resource }: Asked): ConnectorFailure {
  return {
    kind: 'transient',
    message: `${host} sent a damaged or cut-off answer about “${resource}”. We keep trying with smaller portions.`,
    status,
    platformCode: 'broken',
  }
}

function statusFailure(status: number, asked: Asked): ConnectorFailure {
  const { host, resource } = asked
  if (status === 401 || status === 403) return shieldFailure('a password or security plug-in', status, asked)
  if (status >= 500) {
    return {
      kind: 'transient',
      message: `${host} failed while answering about “${resource}” (status ${status}). We keep trying; the shop's error log names the cause if it lasts.`,
      status,
      worsens: {
        afterMs: 24 * 3_600_000,
        kind: 'account_state',
        message: `${host} has been failing for more than a day (status ${status} on “${resource}”). Ask your host; reading goes on by itself.`,
      },
    }
  }
  if (status >= 300 && status < 400) {
    return {
      kind: 'account_state',
      message: `${host} redirects in a circle. Check the address of the shop and its redirect rules for /wp-json/.`,
      status,
    }
  }
  if (status === 404) {
    return {
      kind: 'account_state',
      message: `${host} has no WordPress REST API at the known address. If permalinks or the address of the shop were changed, connect again; if a plug-in closes /wp-json/, allow /wp-json/wc/*.`,
      status,
      platformCode: 'no_rest_api',
    }
  }
  return {
    kind: 'bad_request',
    message: `${host} refused our question about “${resource}” (status ${status}). We look into it.`,
    status,
  }
}
