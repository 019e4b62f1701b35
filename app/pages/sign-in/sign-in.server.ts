import type { AuthError } from '@supabase/supabase-js'
import {
  type RefusalKey,
  type RefusalTexts,
  refuseWeak,
  sayRefusal,
} from '../../blocks/credentials/credentials.server.ts'
import type { Asking } from '../../guards/leave.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { failureLogContext } from '../../request.server.ts'
import type { AuthFailure } from './auth-failure.ts'

/** A rejected form with its HTTP status; `failureIn` words it. */
export interface AuthRefusal {
  readonly body: RefusalTexts & Omit<AuthFailure, 'message' | 'fields'>
  readonly status: number
}

/** Rejects a form without calling the auth service; with a field, the message is shown there. */
export function refusal(text: RefusalKey, field?: string): AuthRefusal {
  return { body: { code: '', texts: [text], field, retryInSeconds: null, reasons: [] }, status: 400 }
}

/** A refusal in the language of the page, as its forms show it. */
export async function failureIn({ context }: Pick<Asking, 'context'>, { body }: AuthRefusal): Promise<AuthFailure> {
  const { code, retryInSeconds, reasons, ...texts } = body
  return { code, retryInSeconds, reasons, ...sayRefusal(texts, await pageLanguage(context)) }
}

interface Entry {
  readonly text: RefusalKey
  readonly field?: string
  readonly status?: number
}

const sessionOver = { text: 'sessionOver', status: 401 } as const satisfies Entry

/** Our texts for the service's error codes: what happened and what to do. */
const entries: Readonly<Record<string, Entry>> = {
  invalid_credentials: { text: 'wrongPassword' },
  user_banned: { text: 'locked', status: 403 },
  email_not_confirmed: { text: 'emailUnconfirmed' },
  phone_not_confirmed: { text: 'phoneUnconfirmed' },
  otp_expired: { text: 'wrongCode', field: 'code' },
  otp_disabled: { text: 'codesOff' },
  email_exists: { text: 'accountExists', field: 'address' },
  user_already_exists: { text: 'accountExists', field: 'address' },
  phone_exists: { text: 'accountExists', field: 'address' },
  signup_disabled: { text: 'signUpClosed', status: 403 },
  email_provider_disabled: { text: 'methodOff' },
  phone_provider_disabled: { text: 'methodOff', field: 'address' },
  provider_disabled: { text: 'methodOff' },
  email_address_invalid: { text: 'emailImpossible', field: 'address' },
  email_address_not_authorized: { text: 'emailNotAllowed', field: 'address' },
  sms_send_failed: { text: 'textNotSent' },
  saml_provider_disabled: { text: 'methodOff' },
  sso_provider_not_found: { text: 'noSso', field: 'address' },
  sso_provider_disabled: { text: 'ssoOff' },
  user_sso_managed: { text: 'sso' },
  mfa_verification_failed: { text: 'appCodeWrong', field: 'code' },
  mfa_challenge_expired: { text: 'challengeExpired', field: 'code' },
  mfa_ip_address_mismatch: { text: 'connectionChanged', field: 'code' },
  mfa_factor_not_found: { text: 'methodGone' },
  mfa_verification_rejected: { text: 'codeNotAccepted' },
  insufficient_aal: { text: 'needsFactor', status: 403 },
  same_password: { text: 'samePassword', field: 'password' },
  reauthentication_needed: { text: 'signedInLongAgo' },
  reauthentication_not_valid: { text: 'wrongCode', field: 'code' },
  current_password_required: { text: 'currentElsewhere' },
  current_password_invalid: { text: 'currentWrong' },
  session_not_found: sessionOver,
  session_expired: sessionOver,
  no_authorization: sessionOver,
  bad_jwt: sessionOver,
  user_not_found: sessionOver,
  captcha_failed: { text: 'captcha' },
  conflict: { text: 'conflict', status: 409 },
}

/** Texts for `validation_failed`, a single code for many errors. */
const validationTexts: readonly (Entry & { readonly begins: string })[] = [
  { begins: 'An email address', text: 'emailMissing', field: 'address' },
  { begins: 'Unable to validate email', text: 'emailIncomplete', field: 'address' },
  { begins: 'Invalid email format', text: 'emailIncomplete', field: 'address' },
  { begins: 'Invalid phone number', text: 'phoneIncomplete', field: 'address' },
  { begins: 'Password cannot be longer', text: 'passwordLong', field: 'password' },
  { begins: 'Signup requires a valid password', text: 'passwordMissing', field: 'password' },
]

const down: Entry = { text: 'down', status: 503 }

const unknown: Entry = { text: 'unknown' }

/** Converts an error of the auth client into a form failure. Its own text is never shown. */
export function toAuthRefusal(error: AuthError): AuthRefusal {
  const code = error.code ?? ''
  if (error.status === 429) return tooMany(error)
  if (code === 'weak_password') return { status: 422, body: { code, retryInSeconds: null, ...refuseWeak(error) } }
  const { text, field, status } = choose(error)
  return { status: status ?? 400, body: { code, texts: [text], field, retryInSeconds: null, reasons: [] } }
}

function choose(error: AuthError): Entry {
  if (error.name === 'AuthSessionMissingError') return sessionOver
  if (error.code === 'validation_failed') {
    return validationTexts.find(({ begins }) => error.message.startsWith(begins)) ?? unknown
  }
  const known = entries[error.code ?? '']
  if (known) return known
  return isOurs(error) ? down : unknown
}

/** An outage rather than an error of the person; worth logging. */
function isOurs({ name, status }: AuthError): boolean {
  const outages = ['AuthRetryableFetchError', 'AuthUnknownError', 'AuthInvalidTokenResponseError']
  return outages.includes(name) || (status !== undefined && status >= 500)
}

function tooMany({ message, code = '' }: AuthError): AuthRefusal {
  const seconds = Number(/after (\d+) seconds?/.exec(message)?.[1] ?? Number.NaN)
  const retryInSeconds = Number.isFinite(seconds) ? Math.max(1, seconds) : null
  const texts = retryInSeconds !== null ? 'wait' : code === 'over_email_send_rate_limit' ? 'mailsSpent' : 'tooMany'
  const values = retryInSeconds === null ? undefined : { seconds: retryInSeconds }
  return { status: 429, body: { code, texts: [texts], values, retryInSeconds, reasons: [] } }
}

/** Rejects a form for an error of the auth service; outages are logged. */
export function refuse({ context, request }: Asking, error: AuthError): AuthRefusal {
  const refused = toAuthRefusal(error)
  if (refused.status >= 500) context.get(failureLogContext)(error, request)
  return refused
}
