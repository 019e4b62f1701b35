import type { SignInKey } from './words.ts'

/** Why a link or a provider's sign-in failed, and what to do next. */
export interface CallbackProblem {
  readonly title: SignInKey
  readonly text: SignInKey
  readonly next: {
    readonly to: '/auth/login' | '/auth/register' | '/auth/password/forgot' | '/'
    readonly label: SignInKey
  }
}

const signIn = { to: '/auth/login', label: 'toSignIn' } as const

const expired: CallbackProblem = {
  title: 'problem.expired',
  text: 'problem.expired.text',
  next: { to: '/auth/login', label: 'problem.expired.next' },
}

const elsewhere: CallbackProblem = {
  title: 'problem.elsewhere',
  text: 'problem.elsewhere.text',
  next: signIn,
}

const tookTooLong: CallbackProblem = { title: 'problem.late', text: 'problem.late.text', next: signIn }

const problems: Readonly<Record<string, CallbackProblem>> = {
  otp_expired: expired,
  pkce_code_verifier_not_found: elsewhere,
  bad_code_verifier: elsewhere,
  flow_state_not_found: tookTooLong,
  flow_state_expired: tookTooLong,
  flow_state_already_used: tookTooLong,
  bad_oauth_state: tookTooLong,
  bad_oauth_callback: tookTooLong,
  oauth_invalid_state: tookTooLong,
  oauth_client_state_expired: tookTooLong,
  oauth_client_state_not_found: tookTooLong,
  saml_relay_state_not_found: tookTooLong,
  saml_relay_state_expired: tookTooLong,
  signup_disabled: { title: 'problem.closed', text: 'problem.closed.text', next: signIn },
  user_banned: { title: 'problem.locked', text: 'problem.locked.text', next: signIn },
  provider_email_needs_verification: {
    title: 'problem.unverified',
    text: 'problem.unverified.text',
    next: signIn,
  },
  identity_already_exists: {
    title: 'problem.linked',
    text: 'problem.linked.text',
    next: { to: '/', label: 'problem.linked.next' },
  },
  saml_assertion_no_email: { title: 'problem.noEmail', text: 'problem.noEmail.text', next: signIn },
  over_request_rate_limit: { title: 'problem.tooMany', text: 'problem.tooMany.text', next: signIn },
}

const cancelled: CallbackProblem = { title: 'problem.cancelled', text: 'problem.cancelled.text', next: signIn }

const unknown: CallbackProblem = { title: 'problem.unknown', text: 'problem.unknown.text', next: signIn }

const outage: CallbackProblem = { title: 'problem.outage', text: 'problem.outage.text', next: signIn }

/** Our text for a callback's error. Its own description is never shown: anybody can put one into a link. */
export function callbackProblem({ error, code }: { readonly error: string; readonly code: string }): CallbackProblem {
  const known = Object.hasOwn(problems, code) ? problems[code] : undefined
  if (known) return known
  if (error === 'access_denied') return cancelled
  return error === 'server_error' || error === 'temporarily_unavailable' ? outage : unknown
}
