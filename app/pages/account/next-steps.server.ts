import { href } from 'react-router'

/** A recommendation for the account. */
export interface NextStep {
  readonly to: string
  readonly title: string
  readonly why: string
}

/** Inputs of the recommendations. */
export interface AccountState {
  readonly name: string
  readonly pendingEmail: string
  readonly factors: number
  readonly canAddFactor: boolean
  readonly recoveryCodes: number
}

const fewCodes = 3

/** Recommendations, most useful first; empty when everything is in order. */
export function nextSteps({ name, pendingEmail, factors, canAddFactor, recoveryCodes }: AccountState): NextStep[] {
  const steps: (NextStep | false)[] = [
    pendingEmail !== '' && {
      to: href('/account/security/email'),
      title: 'Confirm your new e-mail address',
      why: `${pendingEmail} takes over when it is confirmed.`,
    },
    factors === 0 &&
      canAddFactor && {
        to: href('/account/security/authenticator'),
        title: 'Add a second factor',
        why: 'A stolen password alone then opens nothing. It takes a minute.',
      },
    factors > 0 &&
      recoveryCodes <= fewCodes && {
        to: href('/account/security/recovery-codes'),
        title: recoveryCodes === 0 ? 'Create recovery codes' : 'Renew your recovery codes',
        why:
          recoveryCodes === 0
            ? 'They open your account when your phone is lost.'
            : `Only ${recoveryCodes} ${recoveryCodes === 1 ? 'is' : 'are'} left.`,
      },
    name === '' && {
      to: href('/account/profile'),
      title: 'Say who you are',
      why: 'The others in your organisation then see a name instead of an address.',
    },
  ]
  return steps.filter((step) => step !== false)
}
