/** Why a link or a provider's sign-in failed, and what to do next. */
export interface CallbackProblem {
  readonly title: string
  readonly text: string
  readonly next: {
    readonly to: '/auth/login' | '/auth/register' | '/auth/password/forgot' | '/'
    readonly label: string
  }
}

const signIn = { to: '/auth/login', label: 'Go to sign-in' } as const

const expired: CallbackProblem = {
  title: 'This link no longer works',
  text: 'It has expired, or it was opened before; each link works once. Have a new one sent.',
  next: { to: '/auth/login', label: 'Ask for a new link' },
}

const elsewhere: CallbackProblem = {
  title: 'Continue where you began',
  text: 'The link was opened in another browser than the one that asked for it. If it was meant to confirm your address, that is done: sign in here. Otherwise have a new mail sent; its link works in any browser.',
  next: signIn,
}

const tookTooLong: CallbackProblem = {
  title: 'That took too long',
  text: 'The sign-in was begun too long ago, or it was finished in another tab. Start once more.',
  next: signIn,
}

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
  signup_disabled: {
    title: 'No account with this address',
    text: 'New accounts are closed here. Ask somebody of your organisation to invite you.',
    next: signIn,
  },
  user_banned: {
    title: 'This account is locked',
    text: 'Ask the people who run this installation.',
    next: signIn,
  },
  provider_email_needs_verification: {
    title: 'Confirm your address first',
    text: 'The provider has not verified your e-mail address. We have sent you a mail; open its link, then sign in again.',
    next: signIn,
  },
  identity_already_exists: {
    title: 'Linked to another account',
    text: 'This sign-in belongs to an account already, so it cannot be linked to yours.',
    next: { to: '/', label: 'Back to your account' },
  },
  saml_assertion_no_email: {
    title: 'Your company did not say who you are',
    text: 'Its sign-in did not pass on your e-mail address. Ask its administrator.',
    next: signIn,
  },
  over_request_rate_limit: {
    title: 'Too many attempts',
    text: 'That was too often in a short time. Wait a few minutes, then try again.',
    next: signIn,
  },
}

const cancelled: CallbackProblem = {
  title: 'The sign-in was cancelled',
  text: 'The provider did not let you in. Nothing was changed; try again or choose another way.',
  next: signIn,
}

const unknown: CallbackProblem = {
  title: 'That did not work',
  text: 'The sign-in could not be finished. Start once more, or choose another way.',
  next: signIn,
}

const outage: CallbackProblem = {
  title: 'The sign-in service does not answer',
  text: 'Nothing was changed. Try again in a moment.',
  next: signIn,
}

/** Our text for a callback's error. Its own description is never shown: anybody can put one into a link. */
export function callbackProblem({ error, code }: { readonly error: string; readonly code: string }): CallbackProblem {
  const known = Object.hasOwn(problems, code) ? problems[code] : undefined
  if (known) return known
  if (error === 'access_denied') return cancelled
  return error === 'server_error' || error === 'temporarily_unavailable' ? outage : unknown
}
