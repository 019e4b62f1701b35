import { createHash } from 'node:crypto'
import type { Log } from '@tillsight/supervisor'
import { AuthError, invalid, unexpected } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import { createPasswordHashing, type PasswordHashing } from './hashing.ts'

const defaultAddress = 'https://api.pwnedpasswords.com'
const defaultTimeoutMs = 5000
const prefixLength = 5

/** How to reach the list of breached passwords. */
interface BreachCheckOptions {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly address?: string
  readonly timeoutMs?: number
}

/** Whether a password appears in a known breach; rejects if the list is unreachable. */
type BreachCheck = (password: string) => Promise<boolean>

/** Have I Been Pwned: only five characters of the SHA-1 leave this machine, and the answer is padded. */
export function createBreachCheck(options: BreachCheckOptions): BreachCheck {
  const { fetch, address = defaultAddress, timeoutMs = defaultTimeoutMs } = options
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const response = await fetch(`${address}/range/${digest.slice(0, prefixLength)}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Tillsight' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The list of known passwords answered with status ${response.status}`)
    return hasSuffix(text, digest.slice(prefixLength))
  }
}

/** Lines are `<rest of the hash>:<times seen>`; padding lines have 0. */
function hasSuffix(text: string, suffix: string): boolean {
  return text.split('\n').some((line) => {
    const [hash, seen] = line.trim().split(':')
    return hash?.toUpperCase() === suffix && Number(seen) > 0
  })
}

/** Bcrypt reads no further; the protocol keeps the limit for every format. */
const mostBytes = 72

/** Why a password is weak, in the protocol's words. */
interface Weakness {
  readonly message: string
  readonly reasons: readonly WeaknessReason[]
}

/** Reported in this order. */
type WeaknessReason = 'length' | 'characters' | 'pwned'

/** What a new password has to satisfy. */
interface PasswordRules {
  /** Throws `400 validation_failed` if it is too long to store. */
  requireStorable(password: string): void
  /** Undefined for a good one. Throws `500` when breaches cannot be checked and settings demand it. */
  findWeakness(password: string): Promise<Weakness | undefined>
  /** Combines both checks; throws `422 weak_password` with the reasons. */
  requireStrong(password: string): Promise<void>
}

/** Settings, and the breach check. */
interface PasswordRulesOptions {
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

/** Everything about passwords: storage, verification and strength. */
export interface Passwords extends PasswordHashing, PasswordRules {}

/** `breachAddress` overrides the address of the breach list, `hashing` the default hashing. */
interface PasswordsOptions {
  readonly settings: AuthSettings['password']
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly log: Log
  readonly breachAddress?: string
  readonly hashing?: PasswordHashing
}

/** Create one per process: its queue limits what all sign-ins together use. */
export function createPasswords({ settings, fetch, log, breachAddress, hashing }: PasswordsOptions): Passwords {
  const isBreached = createBreachCheck({ fetch, ...(breachAddress === undefined ? {} : { address: breachAddress }) })
  return { ...(hashing ?? createPasswordHashing()), ...createPasswordRules({ settings, isBreached, log }) }
}
