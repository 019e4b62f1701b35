import { judgeStatus, retryAfterMs } from '../http/index.ts'
import type { HttpResponse, Verdict } from '../http.ts'
import { isRow, type Row, textAt, valueAt } from './values.ts'

/** The error in a response without data. */
export interface Trouble {
  readonly status: number
  /** Group and code as Google names them: `authorizationError.USER_PERMISSION_DENIED`; `edge.UNAUTHENTICATED`. */
  readonly code: string
  readonly message: string
  /** The id that Google's support asks for. */
  readonly requestId: string
  /** Of a quota: how long to wait, and whether the whole project has to. */
  readonly retryMs?: number
  readonly isWholeProject?: boolean
}

/** A parsed response: the rows of a stream or of one object, or an error. */
export type Reply = { readonly parts: readonly Row[] } | { readonly trouble: Trouble }

/**
 * Parses any response, a stream's array or a single object; an error anywhere in it makes the whole response an error. Never
 * throws. `now`: also reads how long to wait from the headers, if no quota error says so.
 */
export function readResponse(response: HttpResponse, now?: Date): Reply {
  const result = readBody(response)
  if ('parts' in result || result.trouble.retryMs !== undefined || now === undefined) return result
  const retryMs = response.status === 429 ? retryAfterMs(response, now) : undefined
  return retryMs === undefined ? result : { trouble: { ...result.trouble, retryMs } }
}

function readBody(response: HttpResponse): Reply {
  const body = parse(response)
  const parts = Array.isArray(body) ? body.filter(isRow) : isRow(body) ? [body] : undefined
  const requestId = response.headers['request-id'] ?? ''
  if (parts === undefined) {
    const page = Buffer.from(response.body.subarray(0, 2_000)).toString('utf8')
    const isEdge = response.status === 403 && /client does not have permission to get URL/i.test(page)
    return { trouble: { status: response.status, code: isEdge ? 'edge.BLOCKED' : 'page', message: '', requestId } }
  }
  const failed = parts.find((part) => isRow(part['error']))
  if (failed) return { trouble: toTrouble(failed, { status: response.status, requestId }) }
  if (response.status >= 300) return { trouble: { status: response.status, code: 'page', message: '', requestId } }
  return { parts }
}

/** The client retries temporary failures, but not quotas: those say how long to wait. */
export function judgeResponse(response: HttpResponse): Verdict {
  if (response.status === 429) return 'final'
  if (response.status !== 200) return judgeStatus(response)
  // A truncated response lacks the closing bracket; checking the last bytes is enough.
  const tail = Buffer.from(response.body.subarray(-20)).toString('latin1').trimEnd()
  return /[\]}]$/.test(tail) ? 'final' : 'transient'
}

function toTrouble(part: Row, at: { readonly status: number; readonly requestId: string }): Trouble {
  const status = Number(valueAt(part, 'error.code')) || at.status
  const details = listAt(part, 'error.details')
  const failure = details.find((detail) => textAt(detail, '@type').includes('GoogleAdsFailure'))
  const requestId = (failure && textAt(failure, 'requestId')) || at.requestId
  const [first] = failure ? listAt(failure, 'errors') : []
  if (first === undefined) {
    const reason = details.map((detail) => textAt(detail, 'reason')).find((text) => text !== '')
    const code = `edge.${reason ?? textAt(part, 'error.status')}`
    return { status, code, message: textAt(part, 'error.message'), requestId }
  }
  const quota = valueAt(first, 'details.quotaErrorDetails')
  return {
    status,
    code: codeOf(first),
    message: textAt(first, 'message'),
    requestId,
    ...(isRow(quota) ? quotaOf(quota) : {}),
  }
}

/** The group is the key: `{"authorizationError":"USER_PERMISSION_DENIED"}`. */
function codeOf(error: Row): string {
  const errorCode = valueAt(error, 'errorCode')
  const [first] = isRow(errorCode) ? Object.entries(errorCode) : []
  const [group, word] = first ?? ['unknown', '']
  return `${group}.${typeof word === 'string' ? word : ''}`
}

function quotaOf(quota: Row): Pick<Trouble, 'retryMs' | 'isWholeProject'> {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textAt(quota, 'retryDelay'))?.[1]
  return {
    isWholeProject: textAt(quota, 'rateScope') === 'DEVELOPER',
    ...(seconds === undefined ? {} : { retryMs: Math.ceil(Number(seconds) * 1_000) }),
  }
}

function listAt(row: Row, path: string): Row[] {
  const value = valueAt(row, path)
  return Array.isArray(value) ? value.filter(isRow) : []
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // Pages and truncated responses differ from data in that they do not parse.
    return undefined
  }
}
