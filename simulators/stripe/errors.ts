import { json, type TextResponse } from '../web/exchange.ts'

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'

interface Details {
  readonly type?: ErrorType
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
}

/** A refusal of the API. */
export class StripeError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** No object has this id, for this key. */
export function missing(kind: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}

/** The bank says no. */
export function declined(): StripeError {
  return new StripeError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}

/** An error as it is sent. */
export function refusal({ status, message, details }: StripeError): TextResponse {
  const { code } = details
  const documentation =
    code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
  return json({ error: { type: 'invalid_request_error', ...details, ...documentation, message } }, status)
}
