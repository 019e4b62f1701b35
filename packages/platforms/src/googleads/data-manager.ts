import type { ConnectorContext } from '../contract.ts'
import { ConnectorError, type ConnectorFailure } from '../failures.ts'
import type { HttpResponse } from '../http.ts'
import { openAccess } from './access.ts'
import { toFailure } from './failures.ts'
import { hostsOf } from './hosts.ts'
import { judgeResponse, readResponse, type Trouble } from './responses.ts'
import { isRow, type Row, textAt, valueAt } from './values.ts'

/** The scope for sending orders to Google; the one for Google Ads does not include it. */
export const dataManagerScope = 'https://www.googleapis.com/auth/datamanager'

/** One call of the Data Manager API. */
export interface DataManagerCall {
  /** The path after the version: `events:ingest`. */
  readonly path: string
  /** If given, the request is a POST. */
  readonly body?: object
  /** The subject as display text: `orders sent to it`. */
  readonly what: string
}

/** Calls the Data Manager API with the access of a connection; one old token is renewed. Throws `ConnectorError`. */
export async function callDataManager(ctx: ConnectorContext, call: DataManagerCall): Promise<Row> {
  const access = openAccess(ctx)
  let response = await exchange(ctx, call, await access.token())
  if (response.status === 401) response = await exchange(ctx, call, await access.renewed())
  const result = readResponse(response)
  if ('parts' in result) return result.parts[0] ?? {}
  throw new ConnectorError(failureOf(ctx, { call, response, trouble: result.trouble }))
}

async function exchange(ctx: ConnectorContext, { path, body }: DataManagerCall, token: string): Promise<HttpResponse> {
  return await ctx.http.request({
    method: body === undefined ? 'GET' : 'POST',
    url: `${hostsOf(ctx.app).dataManager}/v1/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // An order sent twice is one conversion, because of its order number.
    repeatable: true,
    retries: 1,
    judge: judgeResponse,
    signal: ctx.signal,
  })
}

interface Refused {
  readonly call: DataManagerCall
  readonly response: HttpResponse
  readonly trouble: Trouble
}

/** Prefix of failure codes about the request's events, followed by Google’s own reason. */
export const eventCode = 'event.'

function failureOf(ctx: ConnectorContext, { call, response, trouble }: Refused): ConnectorFailure {
  const { violation, reason } = complaintOf(response)
  const setting = settingFaults[violation?.reason ?? ''] ?? settingFaults[reason]
  const platformCode = violation?.reason || reason || trouble.code
  if (setting !== undefined) return { kind: 'permission', message: setting, status: trouble.status, platformCode }
  if (violation !== undefined && /\bevents?\b/.test(violation.field)) {
    const { reason: word, description } = violation
    const message = `Google did not accept what is in the order (${word}${description === '' ? '' : `: ${description}`}).`
    return { kind: 'bad_request', message, status: trouble.status, platformCode: `${eventCode}${word}` }
  }
  const login = ctx.settings['login']
  const { failure } = toFailure(trouble, { what: call.what, login, now: ctx.clock.now() })
  return {
    ...failure,
    message: failure.message.replace(/[Rr]eading goes on/g, (text) => `${text[0] === 'R' ? 'S' : 's'}ending goes on`),
  }
}

interface Violation {
  readonly field: string
  readonly reason: string
  readonly description: string
}

/** The first error that Google names, in the format of its newer APIs. */
function complaintOf({ body }: HttpResponse): { readonly violation: Violation | undefined; readonly reason: string } {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // HTML pages have no error details.
  }
  const given = isRow(read) ? valueAt(read, 'error.details') : undefined
  const details = (Array.isArray(given) ? given : []).filter(isRow)
  const [violation] = details.flatMap((detail) => listOf(detail['fieldViolations']))
  const reason = details.map((detail) => textAt(detail, 'reason')).find((text) => text !== '') ?? ''
  if (violation === undefined) return { violation: undefined, reason }
  const description = textAt(violation, 'description').replace(/\s+/g, ' ').slice(0, 140)
  return { violation: { field: textAt(violation, 'field'), reason: textAt(violation, 'reason'), description }, reason }
}

function listOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

const actionFault =
  'Google does not take orders for this conversion action: it has to be an enabled purchase action for imported or website conversions, in the account that owns it. Choose another one.'

/** Errors in the set-up of sending, and what to do about each. */
const settingFaults: Readonly<Record<string, string>> = {
  ACCESS_TOKEN_SCOPE_INSUFFICIENT:
    'This connection may read Google Ads, but not tell Google of orders: that permission (datamanager) was not given. Set GOOGLE_ADS_SEND_CONVERSIONS=1 for this installation, connect Google Ads again, and leave both boxes ticked.',
  SERVICE_DISABLED:
    'The Data Manager API is not enabled in the Google Cloud project of this installation. Whoever runs it enables it in the Google Cloud console under APIs & Services.',
  INVALID_CONVERSION_ACTION_ID: actionFault,
  INVALID_CONVERSION_ACTION_TYPE: actionFault,
  OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH:
    'The Google login reaches this account another way than before. Choose the conversion action anew.',
  DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED:
    'The customer data terms of Google Ads were not accepted. An administrator does that in Google Ads under Goals > Settings > Customer data terms; sending goes on by itself then.',
  DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS:
    'Enhanced conversions for leads are switched off in Google Ads. An administrator switches them on under Goals > Settings; sending goes on by itself then.',
}
