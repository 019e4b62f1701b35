import { ConnectorError, type ConnectorFailure, type FailureKind, isConnectorError } from '../failures.ts'

/** The error in a response without data. */
export interface Trouble {
  readonly code: number
  readonly subcode: number
  readonly message: string
  readonly status: number
  /** Meta's trace id, for its support. */
  readonly trace: string
}

/** The data about a call for error messages. */
export interface Asked {
  /** The subject as display text: `daily figures`. */
  readonly what: string
  /** Name of the account it was about. */
  readonly account?: string | undefined
  /** The user who connected, if known. */
  readonly person?: string | undefined
  /** Milliseconds that the platform wants us to wait. */
  readonly waitMs?: number | undefined
}

/** What an error means for the caller. */
export type Meaning =
  | Exclude<FailureKind, 'not_found'>
  /** The cursor has expired: the query starts again. */
  | 'dead_cursor'
  /** The days are older than what Meta keeps. */
  | 'too_old'
  /** The API version does not have the field. */
  | 'no_field'
  /** Calls require `appsecret_proof`, which was missing or made with another secret. */
  | 'unproved'
  /** The object does not exist or is no longer visible; a run that was just started may not exist yet. */
  | 'not_there'

const throttling = new Set([
  4, 17, 32, 613, 80_000, 80_001, 80_002, 80_003, 80_004, 80_005, 80_006, 80_008, 80_009, 80_014,
])
const passing = new Set([1, 2, 99, 2_601])
const passingSubcodes = new Set([
  1_504_022, 1_504_033, 1_504_039, 1_504_041, 1_504_042, 1_504_043, 1_504_045, 3_191_001,
])
const heavySubcodes = new Set([1_504_018, 1_504_038, 1_504_044])
const singles: Readonly<Record<number, Meaning>> = {
  190: 'reauth',
  102: 'reauth',
  2_642: 'dead_cursor',
  3_018: 'too_old',
  368: 'account_state',
  1_404_078: 'account_state',
  803: 'not_there',
}

/** By code and subcode; `type` and `is_transient` are unreliable. */
export function meaningOf({ code, subcode, message }: Trouble): Meaning {
  if (heavySubcodes.has(subcode) || /reduce the amount of data/i.test(message)) return 'too_big'
  const single = singles[code]
  if (single !== undefined) return single
  if (throttling.has(code)) return 'throttled'
  if (passing.has(code) || passingSubcodes.has(subcode)) return 'transient'
  if (code === 100) return meaningOf100(subcode, message)
  return isPermission(code) ? 'permission' : 'bad_request'
}

function meaningOf100(subcode: number, message: string): Meaning {
  if (/appsecret_proof/i.test(message)) return 'unproved'
  if (subcode === 33 || /unsupported \w+ request/i.test(message)) return 'not_there'
  return fieldOf(message) === undefined ? 'bad_request' : 'no_field'
}

function isPermission(code: number): boolean {
  return code === 10 || code === 3 || code === 294 || (code >= 200 && code < 300)
}

/** The unsupported field, as named in the message. */
export function fieldOf(message: string): string | undefined {
  return /nonexisting field \(([\w.]+)\)/i.exec(message)?.[1]
}

/** Why a token is dead, by subcode. */
export function reasonOf(subcode: number): string {
  const reasons: Readonly<Record<number, string>> = {
    458: 'the app was removed at Facebook, or access was withdrawn there',
    459: 'Facebook wants the person to sign in and confirm who they are',
    460: 'the password was changed',
    463: 'its time has run out',
    464: 'the Facebook account is not confirmed',
    467: 'the person signed out, or Facebook ended the session',
    492: 'the person lost the role that gave access',
  }
  return reasons[subcode] ?? 'Meta does not accept the token any more'
}

/** Converts an error into the failure that the merchant sees. */
export function toFailure(trouble: Trouble, asked: Asked): ConnectorError {
  const { code, subcode, status } = trouble
  const platformCode = subcode === 0 ? String(code) : `${code}/${subcode}`
  return new ConnectorError({ ...wordsOf(trouble, asked), status, platformCode })
}

function wordsOf(trouble: Trouble, asked: Asked): ConnectorFailure {
  const { what, account } = asked
  const about = account === undefined ? what : `${what} of ${account}`
  switch (meaningOf(trouble)) {
    case 'reauth':
      return tokenEnded(reasonOf(trouble.subcode), asked.person).failure
    case 'unproved':
      return {
        kind: 'reauth',
        message:
          'Meta wants every call proved with the app secret (appsecret_proof), and does not accept ours: the secret was changed, or belongs to another app. Enter the present one; data up to now is kept.',
      }
    case 'throttled':
      return throttled(asked)
    case 'transient':
      return broken(about, trouble)
    case 'too_big':
      return {
        kind: 'too_big',
        message: `Meta was asked for more ${about} than it gives at once; smaller portions are asked for.`,
      }
    case 'account_state':
      return {
        kind: 'account_state',
        message: `Meta has blocked access for a while because of its policies. Look at business.facebook.com/accountquality, where it says why; reading goes on by itself afterwards.`,
      }
    case 'not_there':
    case 'permission':
      return refused(about, account)
    case 'too_old':
      return {
        kind: 'bad_request',
        message: `Meta keeps ${about} for 37 months and was asked for earlier days; what it has is read.`,
      }
    default:
      return misunderstood(about, trouble)
  }
}

/** The failure for an invalid or revoked token, with the reason. */
export function tokenEnded(why: string, person?: string): ConnectorError {
  const whose = person ? `the access that ${person} gave` : 'the access it gave'
  return new ConnectorError({
    kind: 'reauth',
    message: `Meta ended ${whose}: ${why}. Connect Meta Ads again, or enter a new token; data up to now is kept.`,
    platformCode: '190',
  })
}

/** The failure for a response that is not in Meta's format: truncated, or from something in between. */
export function damaged(what: string, status: number): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Meta sent a damaged or cut-off answer about ${what}. We keep trying; reading goes on by itself.`,
    platformCode: 'broken',
    status,
  })
}

/** The failure for a used-up quota. */
export function throttled({ waitMs = 0, account }: Pick<Asked, 'waitMs' | 'account'>): ConnectorFailure {
  const whose = account === undefined ? '' : ` for ${account}`
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = waitMs > 0 ? ` It says that this takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.` : ''
  return {
    kind: 'throttled',
    message: `Meta asks us to slow down${whose}; reading goes on by itself.${wait}`,
    ...(waitMs > 0 ? { retryAfterMs: waitMs } : {}),
  }
}

function refused(about: string, account: string | undefined): ConnectorFailure {
  const where = 'business.facebook.com > Settings > Ad accounts'
  return {
    kind: 'permission',
    message:
      account === undefined
        ? `Meta does not let us read ${about}. Connect again and leave “ads_read” ticked; data up to now is kept.`
        : `Meta does not let us read ${about} any more. Ask an administrator to give the person who connected at least “View performance” for it (${where}); its data up to now is kept.`,
  }
}

function broken(about: string, { status, trace }: Trouble): ConnectorFailure {
  return {
    kind: 'transient',
    message: `Meta failed while answering about ${about} (status ${status}${traced(trace)}). We keep trying; reading goes on by itself.`,
    worsens: {
      afterMs: 24 * 3_600_000,
      kind: 'account_state',
      message: `Meta has been failing for more than a day (status ${status}). Look at metastatus.com; reading goes on by itself as soon as it answers.`,
    },
  }
}

function misunderstood(about: string, { code, message, trace }: Trouble): ConnectorFailure {
  if (code === 2_635) {
    return {
      kind: 'bad_request',
      message:
        'Meta has switched off the version of its API that this Tillsight speaks. Update Tillsight; data up to now is kept.',
    }
  }
  const said = message.replace(/[\w-]{48,}/g, '…').slice(0, 140)
  return {
    kind: 'bad_request',
    message: `Meta did not understand our question about ${about} (${said}${traced(trace)}). We look into it; data up to now is kept.`,
  }
}

function traced(trace: string): string {
  return trace === '' ? '' : `, trace ${trace.slice(0, 40)}`
}

/** Whether it is one account that has used up its allowance, so that others can be read. */
export function isAccountThrottle(error: unknown): boolean {
  if (!isKind(error, 'throttled')) return false
  const code = error.failure.platformCode ?? ''
  return code === 'usage' || /^80\d{3}(?:\/|$)/.test(code) || code === '17/2446079' || code === '613/1487742'
}

/** Whether the error has this code of Meta's. */
export function hasCode(error: unknown, code: number, subcode?: number): boolean {
  if (!isConnectorError(error)) return false
  const said = error.failure.platformCode ?? ''
  return subcode === undefined ? said === String(code) || said.startsWith(`${code}/`) : said === `${code}/${subcode}`
}

/** Whether an error is one of these kinds. */
export function isKind(error: unknown, ...kinds: readonly FailureKind[]): error is ConnectorError {
  return isConnectorError(error) && kinds.includes(error.failure.kind)
}
