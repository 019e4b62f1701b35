import { AppError, isAppError } from '@tillsight/core'
import type { StripeSettings } from './settings.ts'

/** What the library's errors say. */
interface StripeFailure extends Error {
  readonly type: string
  readonly statusCode?: number
  readonly requestId?: string
}

/** Asks Stripe; its failures become ours. Of the key they show the last four characters at most. */
export async function callStripe<T>(
  { secretKey }: Pick<StripeSettings, 'secretKey'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) || !isStripeFailure(error)) throw error
    throw toAppError(error, secretKey)
  }
}

function isStripeFailure(error: unknown): error is StripeFailure {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
}

function toAppError(error: StripeFailure, secretKey: string): AppError {
  const cause = error
  const details = error.requestId ? { request: error.requestId } : {}
  switch (error.type) {
    case 'StripeCardError':
      return new AppError(
        'conflict',
        `The payment did not work, so nothing was changed: ${error.message} Choose another way to pay, then try again.`,
        { cause, details },
      )
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
    case 'StripeIdempotencyError':
      return new AppError(
        'unavailable',
        'Stripe does not answer at present. Nothing was lost; try again in a minute.',
        { cause, details },
      )
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new AppError(
        'upstream_failed',
        `Stripe does not accept the key of this installation (…${secretKey.slice(-4)}). Whoever runs it has to put STRIPE_SECRET_KEY right.`,
        { cause, details },
      )
    default:
      return new AppError(
        'upstream_failed',
        `Stripe refused this: ${plain(error.message)} Whoever runs this installation finds more in its log.`,
        { cause, details },
      )
  }
}

/** Without keys, and as one sentence. */
function plain(message: string): string {
  const text = message.replaceAll(/\b(?:sk|rk|whsec)_\w+/g, '…').trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}
