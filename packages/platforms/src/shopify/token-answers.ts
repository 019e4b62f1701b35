import { z } from 'zod'
import { ConnectorError } from '../failures.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import { damaged, throttled, tokenRefused } from './failures.ts'
import { isRow } from './values.ts'

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string().nullish(),
  expires_in: z.number().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

/** One request for a token. */
export interface TokenRequest {
  readonly shop: string
  readonly base: string
  readonly body: Readonly<Record<string, string>>
  /** Asking again with the same values gives the same right; a code works only once. */
  readonly repeatable: boolean
  readonly signal?: AbortSignal
}

/** Asks a shop for a token. Throws `ConnectorError` in words about what was presented. */
export async function requestToken(http: HttpClient, request: TokenRequest): Promise<TokenAnswer> {
  const { shop, base, body, repeatable, signal } = request
  const response = await http.request({
    method: 'POST',
    url: `${base}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    repeatable,
    retries: 2,
    ...(signal === undefined ? {} : { signal }),
  })
  const answer = parse(response)
  const token = TokenAnswer.safeParse(answer)
  if (response.status === 200 && token.success) return token.data
  throw refusal(shop, response, isRow(answer) ? answer : {})
}

function refusal(
  shop: string,
  { status, headers }: HttpResponse,
  answer: Readonly<Record<string, unknown>>,
): ConnectorError {
  if (status === 429 || status === 430) return throttled(shop, Number(headers['retry-after'] ?? 60) * 1_000 || 60_000)
  if (status >= 500 || status === 200) return new ConnectorError({ ...damaged({ shop, what: 'access' }), status })
  if (status === 404) return failure('account_state', noShop(shop), { status, code: 'no_shop' })
  const texts = [answer.error, answer.error_description].filter((text) => typeof text === 'string')
  const isElsewhere = texts.some((text) => text.includes('shop_not_permitted'))
  return byCode(shop, status, isElsewhere ? 'shop_not_permitted' : status === 401 ? 'invalid_client' : (texts[0] ?? ''))
}

function byCode(shop: string, status: number, code: string): ConnectorError {
  switch (code) {
    case 'shop_not_permitted':
      return failure(
        'permission',
        `The app and ${shop} belong to different Shopify organisations, so the app gets no access with its client ID and secret. Create the app in the organisation of the shop, in the Dev Dashboard.`,
        { status, code },
      )
    case 'invalid_client':
      return failure(
        'reauth',
        `${shop} does not accept the client ID and secret of the app. Copy both again from the app’s settings in the Dev Dashboard, and connect again.`,
        { status, code },
      )
    case 'invalid_subject_token':
    case 'invalid_grant':
      return tokenRefused(shop, 'Shopify asks to confirm it again')
    default:
      return failure(
        'reauth',
        `${shop} did not give access: the approval was used already, took too long, or the app is not installed. Start connecting again.`,
        { status, code },
      )
  }
}

/** In words, that nobody has the name. */
export function noShop(shop: string): string {
  return `There is no shop at ${shop}: the name is mistyped, or the shop was closed. Enter the name as shown in the admin under Settings > Domains.`
}

function failure(
  kind: 'account_state' | 'permission' | 'reauth',
  message: string,
  { status, code }: { status: number; code: string },
): ConnectorError {
  return new ConnectorError({ kind, message, status, ...(code === '' ? {} : { platformCode: code }) })
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // A page instead of an answer has no fields to read.
    return undefined
  }
}
