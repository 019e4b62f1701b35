import { href } from 'react-router'
import type { AccountKey } from './words.ts'

/** A recommendation for the account. */
export interface NextStep {
  readonly to: string
  readonly title: AccountKey
  readonly why: AccountKey
  /** What the reason names. */
  readonly values?: Readonly<Record<string, string | number>>
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
      title: 'step.email',
      why: 'step.emailWhy',
      values: { email: pendingEmail },
    },
    factors === 0 &&
      canAddFactor && {
        to: href('/account/security/authenticator'),
        title: 'step.factor',
        why: 'step.factorWhy',
      },
    factors > 0 &&
      recoveryCodes <= fewCodes && {
        to: href('/account/security/recovery-codes'),
        title: recoveryCodes === 0 ? 'step.createCodes' : 'step.renewCodes',
        why: recoveryCodes === 0 ? 'step.createCodesWhy' : 'step.renewCodesWhy',
        values: { count: recoveryCodes },
      },
    name === '' && {
      to: href('/account/profile'),
      title: 'step.name',
      why: 'step.nameWhy',
    },
  ]
  return steps.filter((step) => step !== false)
}
