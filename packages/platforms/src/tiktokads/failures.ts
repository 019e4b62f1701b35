import { ConnectorError, type ConnectorFailure, isConnectorError } from '../failures.ts'
import { invalidMetrics, type Trouble } from './responses.ts'

/** The data about a request for error messages. */
export interface Asked {
  /** As display text: `daily figures`. */
  readonly what: string
  /** Name or id of the queried advertiser. */
  readonly advertiser?: string
  readonly now: Date
}

/** How callers handle a failure, beyond its kind. */
export type Handling = 'account' | 'endpoint' | 'metrics' | 'range' | 'task' | 'smaller' | 'other'

const dayMs = 24 * 3_600_000
/** The sandbox host's codes for endpoints that only the normal host has. */
const notOffered: ReadonlySet<number> = new Set([40_009, 40_013])
const handlings = new WeakMap<ConnectorFailure, { readonly handling: Handling; readonly metrics: readonly string[] }>()

/** Converts an error response into the failure that the merchant sees. */
export function toFailure(trouble: Trouble, asked: Asked): ConnectorError {
  const failure: ConnectorFailure = {
    ...describe(trouble, asked),
    ...(trouble.status === 200 ? {} : { status: trouble.status }),
    platformCode: trouble.code === 0 ? 'broken' : String(trouble.code),
  }
  handlings.set(failure, { handling: handlingOf(trouble), metrics: invalidMetrics(trouble.message) })
  return new ConnectorError(failure)
}

/** How to handle a failure; `other` if it did not come from a response. */
export function handlingOfError(error: unknown): Handling {
  return (isConnectorError(error) ? handlings.get(error.failure)?.handling : undefined) ?? 'other'
}

/** Metrics that a failure named as unknown. */
export function metricsNamedIn(error: unknown): readonly string[] {
  return (isConnectorError(error) ? handlings.get(error.failure)?.metrics : undefined) ?? []
}

function handlingOf({ kind, code, message }: Trouble): Handling {
  switch (kind) {
    case 'permission':
    case 'not_found':
    case 'account_state':
      return 'account'
    case 'endpoint':
      return 'endpoint'
    case 'task':
      return 'task'
    case 'transient':
      return 'smaller'
    case 'bad_request':
      if (notOffered.has(code)) return 'endpoint'
      if (invalidMetrics(message).length > 0) return 'metrics'
      return /date range|start_date/i.test(message) ? 'range' : 'other'
    default:
      return 'other'
  }
}

/** The failure for a report whose pages kept changing, so that rows may be missing; fewer days may fit on one page. */
export function moving(account: string): ConnectorError {
  const failure: ConnectorFailure = {
    kind: 'transient',
    message: `Data of ${account} kept changing at TikTok while it was read. Nothing of it was kept; reading goes on by itself.`,
    platformCode: 'moving',
  }
  handlings.set(failure, { handling: 'smaller', metrics: [] })
  return new ConnectorError(failure)
}

/** The failure for a token that has expired or belongs to somebody else. */
export function tokenRefused(why: string): ConnectorError {
  return new ConnectorError({
    kind: 'reauth',
    message: `TikTok does not accept our access any more: ${why}. Connect TikTok Ads again, or enter another access token; data up to now is kept.`,
    platformCode: 'token',
  })
}

function describe(trouble: Trouble, asked: Asked): ConnectorFailure {
  const { what, advertiser } = asked
  const whose = advertiser === undefined ? what : `${what} of ${advertiser}`
  switch (trouble.kind) {
    case 'reauth':
      return tokenRefused(reauthReason(trouble)).failure
    case 'app':
      return appRefused(trouble, saidBy(trouble))
    case 'throttled':
    case 'daily_limit':
      return throttledFailure(trouble, asked.now)
    case 'transient':
    case 'task':
    case 'maintenance':
      return passing(trouble, whose)
    default:
      return refusal(trouble, { whose, advertiser: advertiser ?? 'what we asked for' })
  }
}

/** The failure for a single thing that is unavailable, while access as a whole works. */
function refusal(
  trouble: Trouble,
  { whose, advertiser }: { readonly whose: string; readonly advertiser: string },
): ConnectorFailure {
  const said = saidBy(trouble)
  switch (trouble.kind) {
    case 'permission':
      return {
        kind: 'permission',
        message: `TikTok does not let us read ${whose} (${said}). Whoever manages the ad account has to connect it again and tick it there; everything else is read meanwhile.`,
      }
    case 'endpoint':
      return {
        kind: 'permission',
        message: `TikTok does not let us read ${whose}: the permission was not given (${said}). Add it to the app in the developer portal, then connect again; everything else is read meanwhile.`,
      }
    case 'not_found':
      return {
        kind: 'not_found',
        message: `TikTok no longer has ${advertiser}, or it was taken out of what you shared (${said}). Data up to now is kept; connect again to share it once more.`,
      }
    case 'account_state':
      return {
        kind: 'account_state',
        message: `TikTok blocks ${whose} (${said}). Look into TikTok Ads Manager for the reason; reading goes on by itself.`,
      }
    default:
      return {
        kind: 'bad_request',
        message: notOffered.has(trouble.code)
          ? `TikTok’s host for developers does not tell ${whose} (${said}). Enter the IDs of the ad accounts beside the access token.`
          : `TikTok did not understand our question about ${whose} (${said}). We look into it; data up to now is kept.`,
      }
  }
}

function reauthReason({ code }: Trouble): string {
  if (code === 40_000) return 'it was given to another app than the one of this installation'
  if (code === 40_110) return 'the approval was used already, or took too long'
  return 'it was revoked, or the person who gave it has lost access'
}

/** The failure that affects everybody who uses this installation, and that only its operator can fix. */
function appRefused({ code }: Trouble, said: string): ConnectorFailure {
  const isPermission = code === 40_118 || code === 40_125
  return {
    kind: isPermission ? 'permission' : 'reauth',
    message: `TikTok refuses the app of this installation (${said}). Whoever runs the installation has to look at it in the TikTok developer portal; until then an access token of another app can be entered. Data up to now is kept.`,
  }
}

function throttledFailure({ kind, retryAfterMs }: Trouble, now: Date): ConnectorFailure {
  const midnight = dayMs - (now.getTime() % dayMs)
  return kind === 'daily_limit'
    ? {
        kind: 'throttled',
        message:
          'TikTok’s limit of the day is used up. It is given anew at midnight UTC, and reading goes on by itself.',
        retryAfterMs: midnight,
      }
    : {
        kind: 'throttled',
        message: 'TikTok asks us to slow down; reading goes on by itself.',
        retryAfterMs: retryAfterMs ?? 5 * 60_000,
      }
}

function passing(trouble: Trouble, whose: string): ConnectorFailure {
  const said = saidBy(trouble)
  if (trouble.kind === 'maintenance') {
    return {
      kind: 'transient',
      message: `TikTok is being maintained and does not answer about ${whose} (${said}). That can take hours; reading goes on by itself.`,
      retryAfterMs: 30 * 60_000,
    }
  }
  return {
    kind: 'transient',
    message: `TikTok failed while answering about ${whose} (${said}). We keep trying; reading goes on by itself.`,
    worsens: {
      afterMs: dayMs,
      kind: 'account_state',
      message: `TikTok has been failing for more than a day (${said}). Look at TikTok Ads Manager; reading goes on by itself as soon as it answers.`,
    },
  }
}

/** TikTok's message, shortened, with the id that its support asks for. */
function saidBy({ code, message, requestId, status }: Trouble): string {
  const words = message
    .replace(/\s+/g, ' ')
    .slice(0, 140)
    .replace(/[.\s]+$/, '')
  const what =
    code === 0 ? (status === 200 ? 'a damaged answer' : `status ${status}`) : `${code}${words && `: ${words}`}`
  return requestId === '' ? what : `${what}, request ${requestId}`
}
