import { judgeStatus } from '../http/index.ts'
import type { HttpResponse, Verdict } from '../http.ts'
import { isRow } from './values.ts'

/** The rate limit of an app at a shop after a response, in points. */
export interface Cost {
  readonly requested: number
  readonly maximum: number
  readonly available: number
  readonly perSecond: number
}

/** A field that was left out of the data. */
export interface Denial {
  readonly message: string
  readonly path: string
}

/** A parsed response of the Admin API; `data` may lack the fields listed in `denied`. */
export type Reply =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>>; readonly denied: readonly Denial[] }
  | { readonly kind: 'throttled' | 'too_big' }
  | {
      readonly kind: 'trouble'
      readonly code: string
      readonly message: string
      readonly denied: readonly Denial[]
    }

interface Fault {
  readonly code: string
  readonly message: string
  readonly path: string
}

/** Parses any response; never throws. */
export function readResponse(response: HttpResponse): { readonly answer: Reply; readonly cost: Cost | undefined } {
  const body = parse(response)
  const cost = isRow(body) && isRow(body.extensions) ? toCost(body.extensions.cost) : undefined
  return { answer: toResponse(response.status, body), cost }
}

/** The client retries temporary failures; Shopify hides some of them behind status 200. */
export function judgeResponse(response: HttpResponse, isSized = false): Verdict {
  if (response.status === 430) return 'throttled'
  if (response.status !== 200) return judgeStatus(response)
  const { answer } = readResponse(response)
  if (answer.kind !== 'trouble') return 'final'
  // A query that timed out is retried in a smaller size, if it has sizes.
  if (answer.code === 'TIMEOUT') return isSized ? 'final' : 'transient'
  return answer.code === 'INTERNAL_SERVER_ERROR' || answer.message === '' ? 'transient' : 'final'
}

function toResponse(status: number, body: unknown): Reply {
  if (!isRow(body)) return { kind: 'trouble', code: '', message: '', denied: [] }
  const faults = toFaults(body.errors)
  const codes = new Set(faults.map((fault) => fault.code))
  if (codes.has('THROTTLED')) return { kind: 'throttled' }
  if (codes.has('MAX_COST_EXCEEDED')) return { kind: 'too_big' }
  const denied = faults.filter((fault) => fault.code === 'ACCESS_DENIED')
  const { data } = body
  const isUsable = denied.length === 0 || (isRow(data) && hasContent(data))
  if (status === 200 && isRow(data) && denied.length === faults.length && isUsable) {
    return { kind: 'data', data, denied }
  }
  const worst = faults.find((fault) => fault.code !== 'ACCESS_DENIED') ?? denied[0] ?? { code: '', message: '' }
  return { kind: 'trouble', code: worst.code, message: worst.message, denied }
}

/** If everything is refused, all fields are null. */
function hasContent(data: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(data)
  return values.length === 0 || values.some((value) => value !== null)
}

/** A list as in GraphQL, a single text as at the edge, or an object with a text per field. */
function toFaults(errors: unknown): Fault[] {
  if (errors === undefined || errors === null) return []
  if (typeof errors === 'string') return [{ code: '', message: errors, path: '' }]
  if (Array.isArray(errors)) return errors.map(toFault)
  const texts = isRow(errors) ? Object.values(errors).filter((value) => typeof value === 'string') : []
  return [{ code: '', message: texts.join('; ') || 'an error without a text', path: '' }]
}

function toFault(error: unknown): Fault {
  if (!isRow(error)) return { code: '', message: String(error), path: '' }
  const code = isRow(error.extensions) ? error.extensions.code : undefined
  const path = Array.isArray(error.path) ? error.path.filter((step) => typeof step === 'string').join('.') : ''
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof error.message === 'string' ? error.message : 'an error without a text',
    path,
  }
}

function toCost(cost: unknown): Cost | undefined {
  if (!isRow(cost) || !isRow(cost.throttleStatus)) return undefined
  const { maximumAvailable, currentlyAvailable, restoreRate } = cost.throttleStatus
  const numbers = [cost.requestedQueryCost, maximumAvailable, currentlyAvailable, restoreRate].map(Number)
  const [requested = 0, maximum = 0, available = 0, perSecond = 0] = numbers
  return numbers.every(Number.isFinite) && perSecond > 0 ? { requested, maximum, available, perSecond } : undefined
}

function parse({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // Pages and truncated responses differ from data in that they do not parse.
    return undefined
  }
}
