import { type FakeRequest, json, type Reply } from '../web/exchange.ts'
import { answerInstead } from '../web/faults.ts'
import type { Fault } from './faults.ts'

/** An error in the platform's own terms. */
export interface Trouble {
  readonly category: string
  readonly code: string
  readonly message: string
  readonly status: number
  /** Additional details, such as a quota's delay. */
  readonly details?: object
}

/** Thrown while a request is handled; becomes the response. */
export class Refusal extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

/** Refuses a request. */
export function refuse(category: string, code: string, message: string): never {
  throw new Refusal({ category, code, message, status: statusOf(category, code) })
}

/** The HTTP status of an error. */
export function statusOf(category: string, code: string): number {
  if (category === 'authenticationError') return code === 'CUSTOMER_NOT_FOUND' ? 404 : 401
  if (category === 'authorizationError') return 403
  if (category === 'quotaError') return 429
  if (category === 'internalError') return code === 'TRANSIENT_ERROR' ? 503 : 500
  return 400
}

const words: Readonly<Record<number, readonly [string, string]>> = {
  400: ['INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  401: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'The caller does not have permission'],
  404: ['NOT_FOUND', 'Requested entity was not found.'],
  429: ['RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  500: ['INTERNAL', 'Internal error encountered.'],
  503: ['UNAVAILABLE', 'The service is currently unavailable.'],
  504: ['DEADLINE_EXCEEDED', 'Deadline exceeded'],
}

/** The envelope of an error. */
export function toEnvelope(trouble: Trouble, requestId: string, version = 'v25'): object {
  const [status, message] = words[trouble.status] ?? ['UNKNOWN', trouble.message]
  return {
    error: {
      code: trouble.status,
      message,
      status,
      details: [
        {
          '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
          errors: [
            {
              errorCode: { [trouble.category]: trouble.code },
              message: trouble.message,
              ...(trouble.details === undefined ? {} : { details: trouble.details }),
              location: { fieldPathElements: [{ fieldName: 'query' }] },
            },
          ],
          requestId,
        },
      ],
    },
  }
}

/** An error of Google's edge. */
export function edgeError(
  code: number,
  status: string,
  { message, reason }: { readonly message: string; readonly reason?: string | undefined },
): object {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
  return { error: { code, message, status, ...(reason === undefined ? {} : { details: [info] }) } }
}

/** A quota that is used up. */
export function quotaTrouble(scope: 'DEVELOPER' | 'ACCOUNT', retrySeconds: number): Trouble {
  return {
    category: 'quotaError',
    code: 'RESOURCE_EXHAUSTED',
    message: `Too many requests. Retry in ${retrySeconds} seconds.`,
    status: 429,
    details: {
      quotaErrorDetails: {
        rateScope: scope,
        rateName: 'Number of operations for basic access',
        retryDelay: `${retrySeconds}s`,
      },
    },
  }
}

/** An error response in the method's format: a stream's is in an array. */
export function errorResponse(envelope: object, status: number, request: FakeRequest): Reply {
  const isStream = request.path.endsWith(':searchStream')
  return json(isStream ? [envelope] : envelope, status, { 'request-id': requestIdOf(request) })
}

/** Derived from the request, so that the same request gets the same id. */
export function requestIdOf({ body, path }: FakeRequest): string {
  let sum = 7
  for (const sign of path + body) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 2_147_483_647
  return `req${sum.toString(36)}`
}

/** The response of a fault, instead of the real one; undefined if the fault occurs elsewhere. */
export function faultResponse(fault: Fault | undefined, request: FakeRequest): Reply | undefined {
  switch (fault?.kind) {
    case 'error': {
      if (fault.inStream) return undefined
      const status = fault.status ?? statusOf(fault.category, fault.code)
      const message = fault.message ?? `The platform says ${fault.code}.`
      const trouble = { category: fault.category, code: fault.code, message, status }
      return errorResponse(toEnvelope(trouble, requestIdOf(request)), status, request)
    }
    case 'quota':
      return errorResponse(
        toEnvelope(quotaTrouble(fault.scope, fault.retrySeconds), requestIdOf(request)),
        429,
        request,
      )
    case 'edge':
      return errorResponse(
        edgeError(fault.status, fault.word, { message: `The edge says ${fault.word}.`, reason: fault.reason }),
        fault.status,
        request,
      )
    case 'oauth':
      return json({ error: fault.error, error_description: 'As the test wants it.' }, fault.status ?? 400)
    default:
      return answerInstead(fault)
  }
}
