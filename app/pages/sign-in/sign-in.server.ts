import type { AuthError } from '@supabase/supabase-js'
import { passwordReasons } from '../../blocks/credentials/credentials.server.ts'
import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'
import type { Asking } from '../../guards/leave.server.ts'
import { failureLogContext } from '../../request.server.ts'
import type { AuthRefusal } from './auth-failure.ts'

interface Words {
  readonly message: string
  readonly field?: string
  readonly status?: number
}

const wrongCode = {
  message: 'This code is wrong or has expired. Check it, or have a new one sent.',
  field: 'code',
} as const satisfies Words

const sessionOver = { message: 'Your session has ended. Sign in again.', status: 401 } as const satisfies Words

/** Our texts for the service's error codes: what happened and what to do. */
const wordsOf: Readonly<Record<string, Words>> = {
  invalid_credentials: {
    message: 'The address and the password do not belong together. Check both, or reset the password.',
  },
  user_banned: { message: 'This account is locked. Ask the people who run this installation.', status: 403 },
  email_not_confirmed: { message: 'Your e-mail address is not confirmed yet. Open the link in the mail we sent you.' },
  phone_not_confirmed: { message: 'Your phone number is not confirmed yet. Enter the code that we sent you.' },
  otp_expired: wrongCode,
  otp_disabled: { message: 'Codes and links by mail are switched off here. Sign in another way.' },
  email_exists: { message: 'There is an account with this e-mail address already. Sign in with it.', field: 'address' },
  user_already_exists: { message: 'There is an account with this address already. Sign in with it.', field: 'address' },
  phone_exists: { message: 'There is an account with this phone number already. Sign in with it.', field: 'address' },
  signup_disabled: { message: 'New accounts are closed here. Ask for an invitation.', status: 403 },
  email_provider_disabled: { message: 'Signing in by e-mail is switched off here. Choose another way.' },
  phone_provider_disabled: {
    message: 'Signing in by phone is switched off here. Choose another way.',
    field: 'address',
  },
  provider_disabled: { message: 'This provider is switched off here. Choose another way.' },
  email_address_invalid: { message: 'Mail cannot be sent to this address. Use another one.', field: 'address' },
  email_address_not_authorized: { message: 'Mail cannot be sent to this address. Use another one.', field: 'address' },
  sms_send_failed: { message: 'The message could not be sent to this number. Check it, or choose another way.' },
  saml_provider_disabled: { message: 'Company sign-in is switched off here. Choose another way.' },
  sso_provider_not_found: { message: 'No company sign-in is set up for this address.', field: 'address' },
  sso_provider_disabled: { message: 'The sign-in of this company is switched off. Ask its administrator.' },
  user_sso_managed: { message: 'Your company manages this account. Change its password there.' },
  mfa_verification_failed: { message: 'This code is not right. Enter the one that is shown now.', field: 'code' },
  mfa_challenge_expired: {
    message: 'That took too long, and the code has expired. Have a new one sent.',
    field: 'code',
  },
  mfa_ip_address_mismatch: {
    message: 'This code was used already, or your network changed. Try a new one.',
    field: 'code',
  },
  mfa_factor_not_found: { message: 'This second factor is gone. Reload the page and try again.' },
  mfa_verification_rejected: { message: 'This sign-in was refused. Ask the people who run this installation.' },
  insufficient_aal: { message: 'Confirm with your second factor first, then try again.', status: 403 },
  same_password: { message: 'This is your present password. Choose another one.', field: 'password' },
  reauthentication_needed: { message: 'Enter the code that we have just sent you, to show that it is you.' },
  reauthentication_not_valid: wrongCode,
  current_password_required: {
    message:
      'Your present password is needed for this. Change it on the security page of your account, or have a new link sent.',
  },
  current_password_invalid: { message: 'Your present password is not right.' },
  session_not_found: sessionOver,
  session_expired: sessionOver,
  no_authorization: sessionOver,
  bad_jwt: sessionOver,
  user_not_found: sessionOver,
  captcha_failed: { message: 'The check that you are a person failed. Reload the page and try again.' },
  conflict: { message: 'The same thing is being done elsewhere. Try again in a moment.', status: 409 },
}

/** Texts for `validation_failed`, a single code for many errors. */
const validationWords: readonly (Words & { readonly begins: string })[] = [
  { begins: 'An email address', message: 'Enter an e-mail address.', field: 'address' },
  { begins: 'Unable to validate email', message: 'This is not an e-mail address.', field: 'address' },
  { begins: 'Invalid email format', message: 'This is not an e-mail address.', field: 'address' },
  {
    begins: 'Invalid phone number',
    message: 'Enter the number with its country code, such as +49 171 2345678.',
    field: 'address',
  },
  { begins: 'Password cannot be longer', message: 'The password is too long: 72 bytes at most.', field: 'password' },
  { begins: 'Signup requires a valid password', message: 'Enter a password.', field: 'password' },
]

const down: Words = {
  message: 'The sign-in service does not answer right now. Nothing was changed; try again in a moment.',
  status: 503,
}

const unknown: Words = { message: 'That did not work. Try again; if it fails again, ask for help.' }

/** Converts an error of the auth client into a form failure. Its own text is never shown. */
export function toAuthRefusal(error: AuthError): AuthRefusal {
  const code = error.code ?? ''
  if (error.status === 429) return tooMany(error)
  if (code === 'weak_password') return weakPassword(error)
  const { message, field, status } = choose(error)
  return {
    status: status ?? 400,
    body: { code, message, fields: field === undefined ? {} : { [field]: message }, retryInSeconds: null, reasons: [] },
  }
}

function choose(error: AuthError): Words {
  if (error.name === 'AuthSessionMissingError') return sessionOver
  if (error.code === 'validation_failed') {
    return validationWords.find(({ begins }) => error.message.startsWith(begins)) ?? unknown
  }
  const known = wordsOf[error.code ?? '']
  if (known) return known
  return isOurs(error) ? down : unknown
}

/** An outage rather than an error of the person; worth logging. */
function isOurs({ name, status }: AuthError): boolean {
  const outages = ['AuthRetryableFetchError', 'AuthUnknownError', 'AuthInvalidTokenResponseError']
  return outages.includes(name) || (status !== undefined && status >= 500)
}

const mailsSpent =
  'This installation has sent as many mails as it may within an hour, so none was sent to you. Try again later; whoever runs it can allow more.'

function tooMany(error: AuthError): AuthRefusal {
  const seconds = Number(/after (\d+) seconds?/.exec(error.message)?.[1] ?? Number.NaN)
  const retryInSeconds = Number.isFinite(seconds) ? Math.max(1, seconds) : null
  const wait =
    retryInSeconds === null ? 'in a few minutes' : `in ${retryInSeconds} ${retryInSeconds === 1 ? 'second' : 'seconds'}`
  const isSpent = retryInSeconds === null && error.code === 'over_email_send_rate_limit'
  const message = isSpent ? mailsSpent : `That was too often in a short time. Try again ${wait}.`
  return { status: 429, body: { code: error.code ?? '', message, fields: {}, retryInSeconds, reasons: [] } }
}

const reasonWords = {
  length: 'The password is too short.',
  characters: 'The password lacks a kind of character.',
  pwned: 'This password is known from leaks and easily guessed. Choose another one.',
} as const satisfies Record<PasswordReason, string>

function weakPassword(error: AuthError): AuthRefusal {
  const reasons = passwordReasons(error)
  const message = reasons.map((reason) => reasonWords[reason]).join(' ') || 'Choose a stronger password.'
  return {
    status: 422,
    body: { code: 'weak_password', message, fields: { password: message }, retryInSeconds: null, reasons },
  }
}

/** Rejects a form for an error of the auth service; outages are logged. */
export function refuse({ context, request }: Asking, error: AuthError): AuthRefusal {
  const refused = toAuthRefusal(error)
  if (refused.status >= 500) context.get(failureLogContext)(error, request)
  return refused
}
