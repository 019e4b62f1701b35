import type { Log } from '@tillsight/supervisor'
import { AuthError, invalid, unexpected } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import type { BreachCheck } from './breach-check.ts'

/** Bcrypt reads no further; the protocol keeps the limit for every format. */
const mostBytes = 72

/** Why a password is weak, in the protocol's words. */
export interface Weakness {
  readonly message: string
  readonly reasons: readonly WeaknessReason[]
}

/** In this order. */
export type WeaknessReason = 'length' | 'characters' | 'pwned'

/** What a new password has to satisfy. */
export interface PasswordRules {
  /** Throws `400 validation_failed` for one that is too long to be kept. */
  requireStorable(password: string): void
  /** Undefined for a good one. Throws `500` when breaches cannot be checked and settings demand it. */
  findWeakness(password: string): Promise<Weakness | undefined>
  /** Both of the above; throws `422 weak_password` with the reasons. */
  requireStrong(password: string): Promise<void>
}

/** Settings, and the list of breaches. */
export interface PasswordRulesOptions {
  readonly settings: Pick<
    AuthSettings['password'],
    'minimumLength' | 'requiredSets' | 'breachCheck' | 'breachFailClosed'
  >
  readonly isBreached: BreachCheck
  readonly log: Log
}

/** The rules of the settings. */
export function createPasswordRules(options: PasswordRulesOptions): PasswordRules {
  const { minimumLength, requiredSets, breachCheck } = options.settings
  const findWeakness = async (password: string): Promise<Weakness | undefined> => {
    const found: [WeaknessReason, string][] = []
    if (Array.from(password).length < minimumLength) {
      found.push(['length', `Password should be at least ${minimumLength} characters.`])
    }
    if (!hasOneOfEach(password, requiredSets)) {
      found.push(['characters', `Password should contain at least one character of each: ${requiredSets.join(', ')}.`])
    }
    if (breachCheck && (await isKnown(options, password))) {
      found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
    }
    if (found.length === 0) return undefined
    return { message: found.map(([, text]) => text).join(' '), reasons: found.map(([reason]) => reason) }
  }
  return {
    requireStorable,
    findWeakness,
    async requireStrong(password) {
      requireStorable(password)
      const weakness = await findWeakness(password)
      if (weakness) throw new AuthError(422, 'weak_password', { message: weakness.message, reasons: weakness.reasons })
    },
  }
}

function requireStorable(password: string): void {
  if (Buffer.byteLength(password) > mostBytes) throw invalid(`Password cannot be longer than ${mostBytes} characters`)
}

function hasOneOfEach(password: string, sets: readonly string[]): boolean {
  return sets.every((set) => Array.from(set).some((character) => password.includes(character)))
}

async function isKnown({ settings, isBreached, log }: PasswordRulesOptions, password: string): Promise<boolean> {
  try {
    return await isBreached(password)
  } catch (cause) {
    if (settings.breachFailClosed) {
      throw unexpected('Unable to perform password strength check with HaveIBeenPwned.org.', cause)
    }
    log.warn({ err: cause }, 'known passwords could not be checked; the password was let through')
    return false
  }
}
