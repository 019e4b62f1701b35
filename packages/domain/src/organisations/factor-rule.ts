import { AppError } from '@tillsight/core'

/** What decides whether a member has to set up a second factor before anything else. */
export interface FactorRule {
  /** From when on the organisation asks for one; null: it does not. */
  readonly factorFrom: Date | null
  readonly hasFactor: boolean
}

/** Whether the organisation is closed to the person until they have set up a second factor. */
export function lacksFactor({ factorFrom, hasFactor }: FactorRule, now: Date): boolean {
  return factorFrom !== null && !hasFactor && factorFrom <= now
}

/** The refusal of a person who lacks a second factor. */
export function factorMissing(): AppError {
  return new AppError(
    'forbidden',
    'This organisation requires two-step verification from everyone, and your account has none yet. Set it up at Account > Security, then go on.',
    { details: { reason: 'factor_required' } },
  )
}
