import { ConnectorError, type ConnectorFailure } from '../failures.ts'
import { retryAfterMs } from '../http/index.ts'
import type { HttpResponse } from '../http.ts'

/** The data about a request for error messages. */
export interface Asked {
  readonly shop: string
  /** The subject as display text: `orders`. */
  readonly what: string
  readonly now: Date
}

/** The error in a response without usable data. */
export interface Trouble {
  readonly status: number
  /** Shopify's own code: `ACCESS_DENIED`, `INTERNAL_SERVER_ERROR`. */
  readonly code: string
  readonly message: string
}

const dayMs = 24 * 3_600_000

/** Converts an error response into the failure that the merchant sees. */
export function toFailure(trouble: Trouble, response: HttpResponse, asked: Asked): ConnectorError {
  const failure = byStatus(trouble, response, asked) ?? byCode(trouble, response, asked)
  const code = trouble.code || failure.platformCode
  return new ConnectorError({
    ...failure,
    status: trouble.status,
    ...(code === undefined ? {} : { platformCode: code }),
  })
}

/** The failure for an expired or revoked token. */
export function tokenRefused(shop: string, why: string): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message: `${shop} does not accept our access any more: ${why}. Connect it again; data up to now is kept.`,
    status: 401,
    platformCode: 'token',
  })
}

/** The failure for a query too large for one response; callers query less. */
export function tooBig(shop: string): ConnectorError {
  return new ConnectorError({
    kind: 'too_big',
    message: `${shop} was asked for more than Shopify gives at once; smaller portions are asked for.`,
    platformCode: 'MAX_COST_EXCEEDED',
  })
}

/** The failure when Shopify's rate limit requires a longer pause than is waited for immediately. */
export function throttled(shop: string, retryMs: number): ConnectorError {
  return new ConnectorError({
    kind: 'throttled',
    message: `${shop} asks us to slow down; reading goes on by itself.`,
    retryAfterMs: retryMs,
    platformCode: 'THROTTLED',
  })
}

/** The failure for a response that is not in Shopify's format: truncated, or from something in between. */
export function damaged({ shop, what }: Pick<Asked, 'shop' | 'what'>, id = ''): ConnectorFailure {
  return {
    kind: 'transient',
    message: `${shop} sent a damaged or cut-off answer about ${what}${id}. We keep trying; reading goes on by itself.`,
    platformCode: 'broken',
  }
}

function byStatus(trouble: Trouble, response: HttpResponse, asked: Asked): ConnectorFailure | undefined {
  const { shop } = asked
  switch (trouble.status) {
    case 401:
      return tokenRefused(shop, 'the app was removed from the shop, or its token was replaced').failure
    case 402:
      return closed(`${shop} is frozen because its Shopify bill is unpaid. Nothing can be read until it is paid`, 402)
    case 403:
      return forbidden(trouble, asked)
    case 404:
      return closed(`There is no shop at ${shop}: the name is mistyped, or the shop was closed. Check the name`, 404)
    case 423:
      return closed(`${shop} is locked by Shopify. Its owner finds the reason when signing in to the admin`, 423)
    case 429:
    case 430:
      return throttled(shop, retryAfterMs(response, asked.now) ?? (trouble.status === 430 ? 300_000 : 60_000)).failure
    default:
      return trouble.status >= 500 ? broken(asked, response) : undefined
  }
}

function closed(what: string, status: number): ConnectorFailure {
  return {
    kind: 'account_state',
    message: `${what}; data up to now is kept and reading goes on by itself.`,
    status,
  }
}

function forbidden({ message }: Trouble, { shop, what }: Asked): ConnectorFailure {
  if (/non-expiring access tokens/i.test(message)) {
    return tokenRefused(shop, 'Shopify now wants tokens that expire, and this one does not').failure
  }
  if (/protected customer data/i.test(message)) {
    return {
      kind: 'permission',
      message: `The app may not see customers and orders of ${shop}: Shopify calls them protected customer data. Request access to them under API access in the app’s settings; reading goes on by itself afterwards.`,
    }
  }
  return {
    kind: 'permission',
    message: `${shop} does not let the app read ${what}. Grant the access scopes of the guide to the app and approve them in the shop, then check the connection again.`,
  }
}

function byCode(trouble: Trouble, response: HttpResponse, asked: Asked): ConnectorFailure {
  const { shop, what } = asked
  if (trouble.code === 'ACCESS_DENIED') {
    const scope = /`([^`]+)` access scope/.exec(trouble.message)?.[1]
    const needed = scope === undefined ? 'the access scopes of the guide' : `the access scope ${scope}`
    return {
      kind: 'permission',
      message: `The app may not read ${what} of ${shop}. Grant it ${needed} and approve it in the shop; everything else is read meanwhile.`,
    }
  }
  if (trouble.code === 'INTERNAL_SERVER_ERROR' || trouble.code === 'TIMEOUT') return broken(asked, response)
  if (trouble.status < 300 && trouble.message === '') return damaged(asked)
  return {
    kind: 'bad_request',
    message: `Shopify did not understand our question about ${what} (${trouble.message.slice(0, 120)}${requestId(response)}). We look into it; data up to now is kept.`,
  }
}

function broken({ shop, what }: Asked, response: HttpResponse): ConnectorFailure {
  const status = response.status >= 500 ? `status ${response.status}` : 'an error of its own'
  return {
    kind: 'transient',
    message: `${shop} failed while answering about ${what} (${status}${requestId(response)}). We keep trying; reading goes on by itself.`,
    worsens: {
      afterMs: dayMs,
      kind: 'account_state',
      message: `${shop} has been failing for more than a day (${status}). Look at shopifystatus.com; reading goes on by itself as soon as it answers.`,
    },
  }
}

/** The request id that Shopify's support asks for. */
function requestId({ headers }: HttpResponse): string {
  const id = headers['x-request-id']
  return id === undefined ? '' : `, request ${id.slice(0, 60)}`
}
