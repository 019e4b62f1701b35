import { ConnectorError, type ConnectorFailure, type FailureKind } from '../failures.ts'
import type { Trouble } from './responses.ts'
import { dashed } from './values.ts'

/** The subject of a query, for error messages. */
export interface Asked {
  /** As display text: `daily figures`. */
  readonly what: string
  /** Id of the queried account; undefined: the login itself. */
  readonly account?: string
  /** E-mail address of the Google login, where it is known. */
  readonly login?: string | undefined
}

/** A query's subject, and when it was sent. */
interface AskedAt extends Asked {
  readonly now: Date
}

const dayMs = 24 * 3_600_000

interface Rule {
  readonly kind: FailureKind
  readonly text: (asked: Asked, trouble: Trouble) => string
}

const secondFactor = 'Turn it on at myaccount.google.com/security and connect again'

const reauth = (why: (asked: Asked) => string): Rule => ({
  kind: 'reauth',
  text: (asked) => `${why(asked)}; data up to now is kept.`,
})

const closed = (why: string): Rule => ({
  kind: 'account_state',
  text: (asked) =>
    `${nameOf(asked)} ${why}. Its data up to now is kept; it is looked at once a day and read again as soon as it is open.`,
})

const installer = (why: string): Rule => ({
  kind: 'bad_request',
  text: (_asked, { code }) =>
    `${why} (${codeOf(code)}). Whoever runs this installation has to change that in the Google Cloud console; until then a refresh token of another project can be entered, or no figures are read.`,
})

const dead = reauth((asked) => `Google does not accept our access any more${byLogin(asked)}. Connect Google Ads again`)

const rules: Readonly<Record<string, Rule>> = {
  'authenticationError.OAUTH_TOKEN_REVOKED': dead,
  'authenticationError.OAUTH_TOKEN_DISABLED': dead,
  'authenticationError.OAUTH_TOKEN_INVALID': dead,
  'authenticationError.OAUTH_TOKEN_EXPIRED': dead,
  'authenticationError.GOOGLE_ACCOUNT_AUTHENTICATION_FAILED': dead,
  'authenticationError.GOOGLE_ACCOUNT_DELETED': reauth(
    (asked) => `The Google login${byLogin(asked)} no longer exists. Connect Google Ads with another one`,
  ),
  'edge.UNAUTHENTICATED': dead,
  'edge.ACCESS_TOKEN_EXPIRED': dead,
  'authenticationError.NOT_ADS_USER': reauth(
    (asked) =>
      `This Google login${byLogin(asked)} has no Google Ads account. Sign in with the login that you use at ads.google.com, or have it invited there`,
  ),
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': reauth(
    (asked) => `Google Ads wants 2-Step Verification for the login${byLogin(asked)}. ${secondFactor}`,
  ),
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': reauth(
    (asked) =>
      `Google Ads wants the Advanced Protection Program for the login${byLogin(asked)}. Enrol at g.co/advancedprotection and connect again`,
  ),
  'authenticationError.CUSTOMER_NOT_FOUND': gone(),
  'requestError.INVALID_CUSTOMER_ID': gone(),
  'authorizationError.USER_PERMISSION_DENIED': denied(),
  'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION': denied(),
  'authorizationError.CUSTOMER_NOT_ENABLED': closed('is closed or was cancelled in Google Ads'),
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT': closed('is suspended by Google'),
  'authorizationError.INCOMPLETE_SIGNUP': closed('was not set up to the end in Google Ads'),
  'authorizationError.MISSING_TOS': closed('waits for somebody to accept the terms of Google Ads'),
  'queryError.REQUESTED_METRICS_FOR_MANAGER': closed('is a manager account and has no figures of its own'),
  'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION': installer(
    'The Google Cloud project of this installation may only read test accounts',
  ),
  'authorizationError.ACTION_NOT_PERMITTED': installer(
    'The Google Cloud project of this installation may not read this account',
  ),
  'authorizationError.PROJECT_DISABLED': installer('The Google Ads API is switched off in the Google Cloud project'),
  'authorizationError.CLOUD_PROJECT_NOT_UNDER_ORGANIZATION': installer(
    'The Google Cloud project has to belong to an organisation',
  ),
  'requestError.CLOUD_PROJECT_NOT_FOUND': installer('Google does not know the Google Cloud project'),
  'edge.SERVICE_DISABLED': installer('The Google Ads API is not enabled in the Google Cloud project'),
  'edge.PROJECT_DISABLED': installer('The Google Ads API is not enabled in the Google Cloud project'),
  'edge.BLOCKED': installer('Google refuses requests from the address of this server'),
  'edge.ACCESS_TOKEN_SCOPE_INSUFFICIENT': {
    kind: 'permission',
    text: () =>
      'The permission for Google Ads was not given: its box was left empty when signing in. Connect again and leave the box for Google Ads ticked.',
  },
  'authorizationError.METRIC_ACCESS_DENIED': {
    kind: 'permission',
    // Names the metric, so that the query can be repeated without it.
    text: (asked, { message }) =>
      `Google does not show ${/metrics\.[a-z_]+/.exec(message)?.[0] ?? 'one of the figures'} of ${nameOf(asked)}. Ask an administrator of the account for standard access, then check the connection again.`,
  },
  'requestError.UNSUPPORTED_VERSION': {
    kind: 'bad_request',
    text: () =>
      'Google no longer serves the version of its API that this Tillsight speaks. Update Tillsight; data up to now is kept and the rest is read afterwards.',
  },
  'edge.PERMISSION_DENIED': denied(),
}

function gone(): Rule {
  return {
    kind: 'not_found',
    text: (asked) =>
      `Google Ads does not know ${nameOf(asked)} any more. Its data up to now is kept; choose other accounts under Integrations if it was replaced.`,
  }
}

function denied(): Rule {
  return {
    kind: 'permission',
    text: (asked) =>
      `The Google login${byLogin(asked)} may not see ${nameOf(asked)}, not through any manager either. Ask an administrator of the account for access under Admin > Access and security; the other accounts are read meanwhile.`,
  }
}

/** Converts an error response into the failure that the merchant sees. */
export function toFailure(trouble: Trouble, asked: AskedAt): ConnectorError {
  const failure = byRule(trouble, asked) ?? byGroup(trouble, asked)
  return new ConnectorError({
    ...failure,
    status: trouble.status,
    platformCode: failure.platformCode ?? trouble.code,
  })
}

function byRule(trouble: Trouble, asked: Asked): ConnectorFailure | undefined {
  const rule = rules[trouble.code]
  return rule && { kind: rule.kind, message: rule.text(asked, trouble) }
}

function byGroup(trouble: Trouble, asked: AskedAt): ConnectorFailure {
  const { code, status } = trouble
  const [group = '', word = ''] = code.split('.')
  if (group === 'quotaError' || word === 'RESOURCE_EXHAUSTED' || status === 429) return throttled(trouble, asked)
  if (word.startsWith('ORGANIZATION_NOT_')) return organisation(trouble, asked)
  if (word.startsWith('DEVELOPER_TOKEN_')) return developerToken(trouble)
  if (isTooWide(code)) {
    return {
      kind: 'too_big',
      message: `Google Ads was asked for more ${asked.what} at once than it gives. Smaller portions are asked for.`,
    }
  }
  if (isPassing(trouble, group, word)) return broken(trouble, asked)
  return {
    kind: 'bad_request',
    message: `Google Ads did not understand our question about ${asked.what} (${codeOf(code) || status}${reference(trouble)}). Look for an update of Tillsight; data up to now is kept.`,
  }
}

function isTooWide(code: string): boolean {
  return code === 'queryError.DATE_RANGE_TOO_WIDE' || /^(?:dateRangeError|clickViewError)\./.test(code)
}

/** Older than Google's daily data: there is nothing to read. */
export function isTooOld({ platformCode = '' }: ConnectorFailure): boolean {
  return (
    platformCode === 'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED' ||
    platformCode === 'clickViewError.DATE_TOO_OLD'
  )
}

const passingWords = new Set([
  'RPC_DEADLINE_TOO_SHORT',
  'EXPIRED_PAGE_TOKEN',
  'INVALID_PAGE_TOKEN',
  'DEADLINE_EXCEEDED',
  'UNAVAILABLE',
  'INTERNAL',
])

function isPassing({ status, code }: Trouble, group: string, word: string): boolean {
  if (group === 'internalError' || passingWords.has(word)) return true
  // A response that is not in Google's format comes from something in between, usually only for a while.
  return status >= 500 || code === 'page'
}

/** Delays shorter than this are waited for immediately. */
export const shortPauseMs = 60_000

function throttled({ retryMs, isWholeProject, code, status }: Trouble, { now }: AskedAt): ConnectorFailure {
  const isBrief = /TEMPORARILY|SHORT_TERM/.test(code)
  const ms = retryMs ?? (isBrief ? 30_000 : 15 * 60_000)
  const throttling = { kind: 'throttled', retryAfterMs: ms, status } as const
  if (isWholeProject === true) {
    const until = new Date(now.getTime() + ms).toISOString()
    const message = `The daily limit of this installation at Google Ads is used up until ${until.slice(0, 10)} ${until.slice(11, 16)} UTC. Reading goes on by itself then; nothing is lost.`
    return { ...throttling, message, platformCode: `${code} DEVELOPER`, waitsFor: 'Google’s daily limit' }
  }
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const message = `Google Ads asks us to wait about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Reading goes on by itself then.`
  return { ...throttling, message, platformCode: `${code} ACCOUNT` }
}

function organisation({ code }: Trouble, asked: Asked): ConnectorFailure {
  return {
    kind: 'reauth',
    message: `Google Ads wants the organisation of the login${byLogin(asked)} to be verified or approved first (${codeOf(code)}). Its administrator does that in the Google Workspace admin console; then connect again.`,
  }
}

function developerToken({ code }: Trouble): ConnectorFailure {
  return {
    kind: 'bad_request',
    message: `Google Ads does not accept the developer token of this installation (${codeOf(code)}); it needs none since September 2026. Whoever runs it leaves GOOGLE_ADS_DEVELOPER_TOKEN empty and starts Tillsight again.`,
  }
}

function broken(trouble: Trouble, asked: Asked): ConnectorFailure {
  const status =
    trouble.status >= 300
      ? `status ${trouble.status}${isPage(trouble) ? ', not in Google’s form' : ''}`
      : 'an incomplete answer'
  return {
    kind: 'transient',
    message: `Google Ads failed while answering about ${asked.what}${asked.account === undefined ? '' : ` of ${nameOf(asked)}`} (${status}${reference(trouble)}). It is asked again; reading goes on by itself.`,
    worsens: {
      afterMs: dayMs,
      kind: 'account_state',
      message: `Google Ads has been failing for more than a day (${status}). Look at ads.google.com/status; reading goes on by itself as soon as it answers.`,
    },
  }
}

function isPage({ code, status }: Trouble): boolean {
  return code === 'page' && status < 500
}

/** The failure for an expired or revoked refresh token: somebody has to connect again. */
export function grantDead(login: string | undefined, isProbablyTesting: boolean): ConnectorError {
  const hint = isProbablyTesting
    ? ' The project of this installation is in Testing, where Google ends every access after seven days: whoever runs it publishes the consent screen.'
    : ''
  return new ConnectorError({
    kind: 'reauth',
    message: `Google has ended our access${byLogin({ what: 'access', login })}. Connect Google Ads again with the same login, or enter another refresh token; data up to now is kept.${hint}`,
    status: 400,
    platformCode: 'invalid_grant',
  })
}

const pathCodes = new Set([
  'authorizationError.USER_PERMISSION_DENIED',
  'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION',
])

/** Whether another access path to the account may work. */
export function isPathClosed({ platformCode = '' }: ConnectorFailure): boolean {
  return pathCodes.has(platformCode)
}

const accountCodes = new Set([
  ...pathCodes,
  'authenticationError.CUSTOMER_NOT_FOUND',
  'requestError.INVALID_CUSTOMER_ID',
  'authorizationError.CUSTOMER_NOT_ENABLED',
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT',
  'authorizationError.INCOMPLETE_SIGNUP',
  'authorizationError.MISSING_TOS',
  'authorizationError.METRIC_ACCESS_DENIED',
  'queryError.REQUESTED_METRICS_FOR_MANAGER',
  'changed',
])

/** Whether only this account has to wait. */
export function isAccountQuota({ kind, platformCode = '' }: ConnectorFailure): boolean {
  return kind === 'throttled' && platformCode.endsWith(' ACCOUNT')
}

/** Whether the failure concerns one account alone, so that the others can be read. */
export function isAboutAccount({ platformCode = '' }: ConnectorFailure): boolean {
  return accountCodes.has(platformCode)
}

function nameOf({ account }: Asked): string {
  return account === undefined ? 'the Google Ads account' : `the Google Ads account ${dashed(account)}`
}

function byLogin({ login }: Pick<Asked, 'login'> & { readonly what?: string }): string {
  return login === undefined || login === '' ? '' : ` of ${login}`
}

function codeOf(code: string): string {
  return (code.split('.')[1] ?? code).slice(0, 80)
}

function reference({ requestId }: Trouble): string {
  return requestId === '' ? '' : `, request ${requestId.slice(0, 60)}`
}
