import { type AuthError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { href, redirect } from 'react-router'
import { passwordReasons } from '../../blocks/credentials/credentials.server.ts'
import type { PasswordReason } from '../../blocks/credentials/password-rules.ts'
import type { AccountFailure } from './model.ts'

/** A form's response after the auth service rejected it. */
export interface Refusal {
  readonly failure: AccountFailure
  readonly status: number
}

interface Entry {
  readonly text: string
  readonly field?: string
  readonly remedy?: AccountFailure['remedy']
}

const wrongCode = 'Wrong or expired code. Use the latest one or request a new one.'
const noSuchService = 'Your Tillsight server does not offer that.'

const entries: Readonly<Record<string, Entry>> = {
  insufficient_aal: {
    text: 'This needs your two-step verification. Confirm it, then come back here.',
    remedy: 'factor',
  },
  reauthentication_needed: {
    text: 'You signed in more than a day ago. To be sure it is you, we have sent a code to your email address or phone.',
    remedy: 'nonce',
  },
  reauthentication_not_valid: { text: wrongCode, field: 'code', remedy: 'nonce' },
  same_password: { text: 'That is the password you have now. Choose another one.', field: 'password' },
  current_password_required: { text: 'Enter the password you have now.', field: 'current' },
  current_password_invalid: { text: 'That is not the password you have now.', field: 'current' },
  email_exists: { text: 'Another account uses this address.', field: 'email' },
  email_address_invalid: {
    text: 'No email can be sent to this address. Check it for typing mistakes.',
    field: 'email',
  },
  email_address_not_authorized: { text: 'Your Tillsight server may not send email to that address.', field: 'email' },
  phone_exists: { text: 'Another account uses this number.', field: 'phone' },
  sms_send_failed: {
    text: 'The text message could not be sent. Check the number, or try again in a few minutes.',
    field: 'phone',
  },
  otp_expired: { text: wrongCode, field: 'code' },
  mfa_verification_failed: {
    text: 'That code is not right. Wait for the next one, and check that the clock of your device is right.',
    field: 'code',
  },
  mfa_challenge_expired: { text: 'That took longer than five minutes. Ask for a new code.', field: 'code' },
  mfa_ip_address_mismatch: { text: 'Your connection changed in between. Ask for a new code.', field: 'code' },
  mfa_verification_rejected: { text: 'This code was not accepted. Ask your server administrator.', field: 'code' },
  mfa_factor_name_conflict: {
    text: 'You have a verification method with this name already. Choose another name.',
    field: 'name',
  },
  mfa_factor_not_found: {
    text: 'That verification method does not exist any more, or was set up too long ago. Begin again.',
  },
  mfa_verified_factor_exists: { text: 'You have a phone for two-step verification already. Remove it first.' },
  too_many_enrolled_mfa_factors: { text: 'You’ve reached the limit. Remove a verification method first.' },
  identity_already_exists: { text: 'That account is linked already, to you or to someone else.' },
  single_identity_not_deletable: { text: 'This is your only way to sign in, so it stays.' },
  email_conflict_identity_not_deletable: {
    text: 'Without it your email address would be the one of another account. Change your address first.',
  },
  identity_not_found: { text: 'That link is gone already.' },
  user_sso_managed: { text: 'Your organisation’s single sign-on manages this. Change it there.' },
  user_banned: { text: 'This account is locked. Ask your server administrator.' },
  manual_linking_disabled: { text: noSuchService },
  provider_disabled: { text: noSuchService },
  phone_provider_disabled: { text: noSuchService },
  email_provider_disabled: { text: noSuchService },
  mfa_totp_enroll_not_enabled: { text: noSuchService },
  mfa_phone_enroll_not_enabled: { text: noSuchService },
}

const weakReasons: Readonly<Record<PasswordReason, string>> = {
  length: 'It is too short.',
  characters: 'It lacks a kind of character.',
  pwned: 'It is known from a leak of another site, where anyone can look it up. Choose one you use nowhere else.',
}

const gone = ['session_not_found', 'session_expired', 'no_authorization', 'bad_jwt', 'user_not_found']

/**
 * The auth client's error in a person's words. `invalid` names the field to blame when the service only says that
 * something is malformed. Throws a redirect to signing in when the session is over.
 */
export function refusalOf(error: AuthError, invalid: Invalid = defaultInvalid): Refusal {
  if (error.name === 'AuthSessionMissingError' || gone.includes(error.code ?? '')) throw redirect(href('/auth/login'))
  if (isAuthWeakPasswordError(error)) return refuseWeak(error)
  const status = error.status ?? 0
  if (status === 0 || status >= 500) {
    const text = 'The sign-in service does not answer, so nothing was changed. Try again in a moment.'
    return { failure: toFailure({ text }), status: 503 }
  }
  const entry = status === 429 ? { text: waitText(error.message) } : entries[error.code ?? '']
  return { failure: toFailure(entry ?? invalid), status }
}

function refuseWeak(error: AuthError): Refusal {
  const reasons = passwordReasons(error)
  const text = reasons.map((reason) => weakReasons[reason]).join(' ') || 'Choose a stronger password.'
  return { failure: { ...toFailure({ text, field: 'password' }), reasons }, status: 422 }
}

/** Rejects a form before calling the auth service. */
export function refuseForm(invalid: Required<Invalid>): Refusal {
  return { failure: toFailure(invalid), status: 400 }
}

interface Invalid {
  readonly text: string
  readonly field?: string
}

const defaultInvalid: Invalid = { text: 'That was not accepted. Check what you entered and try again.' }

function toFailure({ text, field, remedy = null }: Entry): AccountFailure {
  return { message: text, fields: field ? { [field]: text } : {}, remedy, reasons: [] }
}

/** The service says how long to wait, and nothing else worth repeating. */
function waitText(message: string): string {
  const seconds = /(\d+) seconds?/.exec(message)?.[1]
  return seconds ? `Wait ${seconds} seconds, then try again.` : 'Too many attempts. Wait a few minutes, then try again.'
}
