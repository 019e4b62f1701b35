import type { Log } from '@tillsight/supervisor'
import type { AuthSettings } from '../settings.ts'
import { createBreachCheck } from './breach-check.ts'
import { createPasswordHashing, type PasswordHashing } from './hashing.ts'
import { createPasswordRules, type PasswordRules } from './rules.ts'

/** Everything about passwords: how they are kept and which are good enough. */
export interface Passwords extends PasswordHashing, PasswordRules {}

/** `breachAddress` is another place of the list of known passwords; `hashing` another than the usual one. */
export interface PasswordsOptions {
  readonly settings: AuthSettings['password']
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly log: Log
  readonly breachAddress?: string
  readonly hashing?: PasswordHashing
}

/** One per process: its queue bounds what all sign-ins together take. */
export function createPasswords({ settings, fetch, log, breachAddress, hashing }: PasswordsOptions): Passwords {
  const isBreached = createBreachCheck({ fetch, ...(breachAddress === undefined ? {} : { address: breachAddress }) })
  return { ...(hashing ?? createPasswordHashing()), ...createPasswordRules({ settings, isBreached, log }) }
}
