import { type AuthError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { href, type RouterContextProvider, redirect } from 'react-router'
import {
  type RefusalKey,
  type RefusalTexts,
  refuseWeak,
  sayRefusal,
} from '../../blocks/credentials/credentials.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { AccountFailure } from './model.ts'

/** A form's response after the auth service rejected it. */
export interface Refusal {
  readonly failure: RefusedAccount
  readonly status: number
}

type RefusedAccount = RefusalTexts & Pick<AccountFailure, 'remedy' | 'reasons'>

interface Entry {
  readonly text: RefusalKey
  readonly field?: string
  readonly remedy?: AccountFailure['remedy']
}

const entries: Readonly<Record<string, Entry>> = {
  insufficient_aal: { text: 'needsFactor', remedy: 'factor' },
  reauthentication_needed: { text: 'signedInLongAgo', remedy: 'nonce' },
  reauthentication_not_valid: { text: 'wrongCode', field: 'code', remedy: 'nonce' },
  same_password: { text: 'samePassword', field: 'password' },
  current_password_required: { text: 'currentMissing', field: 'current' },
  current_password_invalid: { text: 'currentWrong', field: 'current' },
  email_exists: { text: 'emailTaken', field: 'email' },
  email_address_invalid: { text: 'emailImpossible', field: 'email' },
  email_address_not_authorized: { text: 'emailNotAllowed', field: 'email' },
  phone_exists: { text: 'phoneTaken', field: 'phone' },
  sms_send_failed: { text: 'textNotSent', field: 'phone' },
  otp_expired: { text: 'wrongCode', field: 'code' },
  mfa_verification_failed: { text: 'appCodeWrong', field: 'code' },
  mfa_challenge_expired: { text: 'challengeExpired', field: 'code' },
  mfa_ip_address_mismatch: { text: 'connectionChanged', field: 'code' },
  mfa_verification_rejected: { text: 'codeNotAccepted', field: 'code' },
  mfa_factor_name_conflict: { text: 'nameTaken', field: 'name' },
  mfa_factor_not_found: { text: 'methodGone' },
  mfa_verified_factor_exists: { text: 'phoneExists' },
  too_many_enrolled_mfa_factors: { text: 'tooManyMethods' },
  identity_already_exists: { text: 'alreadyLinked' },
  single_identity_not_deletable: { text: 'onlyWay' },
  email_conflict_identity_not_deletable: { text: 'emailConflict' },
  identity_not_found: { text: 'notLinked' },
  user_sso_managed: { text: 'sso' },
  user_banned: { text: 'locked' },
  manual_linking_disabled: { text: 'notOffered' },
  provider_disabled: { text: 'notOffered' },
  phone_provider_disabled: { text: 'notOffered' },
  email_provider_disabled: { text: 'notOffered' },
  mfa_totp_enroll_not_enabled: { text: 'notOffered' },
  mfa_phone_enroll_not_enabled: { text: 'notOffered' },
}

const gone = ['session_not_found', 'session_expired', 'no_authorization', 'bad_jwt', 'user_not_found']

/**
 * The auth client's error in a person's words. `invalid` names the field to blame when the service only says that
 * something is malformed. Throws a redirect to signing in when the session is over.
 */
export function refusalOf(error: AuthError, invalid: Invalid = defaultInvalid): Refusal {
  if (error.name === 'AuthSessionMissingError' || gone.includes(error.code ?? '')) throw redirect(href('/auth/login'))
  if (isAuthWeakPasswordError(error)) return { failure: { ...refuseWeak(error), remedy: null }, status: 422 }
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return { failure: toFailure({ text: 'down' }), status: 503 }
  if (status === 429) return { failure: { ...waitTexts(error.message), ...nothingMore }, status }
  return { failure: toFailure(entries[error.code ?? ''] ?? invalid), status }
}

/** Rejects a form before calling the auth service. */
export function refuseForm(invalid: Required<Invalid>): Refusal {
  return { failure: toFailure(invalid), status: 400 }
}

type Invalid = Omit<Entry, 'remedy'>

const defaultInvalid: Invalid = { text: 'unknown' }

const nothingMore = { remedy: null, reasons: [] } as const

function toFailure({ text, field, remedy = null }: Entry): RefusedAccount {
  return { texts: [text], field, remedy, reasons: [] }
}

/** The service says how long to wait, and nothing else worth repeating. */
function waitTexts(message: string): RefusalTexts {
  const seconds = /(\d+) seconds?/.exec(message)?.[1]
  return seconds ? { texts: ['wait'], values: { seconds: Number(seconds) } } : { texts: ['tooMany'] }
}

/** A refusal in the language of the page, as its forms show it. */
export async function failureOf(
  { failure: { remedy, reasons, ...texts } }: Refusal,
  context: Readonly<RouterContextProvider>,
): Promise<AccountFailure> {
  return { ...sayRefusal(texts, await pageLanguage(context)), remedy, reasons }
}
