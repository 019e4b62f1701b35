import { AuthError } from '../errors.ts'
import type { Parameters } from '../wire/index.ts'

const byCode: Readonly<Record<string, string>> = {
  signup_disabled: 'access_denied',
  user_banned: 'access_denied',
  provider_email_needs_verification: 'access_denied',
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** What a provider says went wrong; passed on in its own words. */
export class ProviderRefusal extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

/** A failure as an address tells of it. */
export function failureParameters(error: AuthError | ProviderRefusal): Parameters {
  if (error instanceof AuthError) {
    return {
      error: byCode[error.code] ?? byStatus[error.status] ?? 'server_error',
      error_code: error.code,
      error_description: error.message,
    }
  }
  return { error: error.error, error_description: error.message }
}
