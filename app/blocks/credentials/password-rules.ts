import type { PasswordRules } from '../../identity.ts'
import type { MessageValues } from '../../language/index.ts'
import type { CredentialKey } from './words.ts'

/** Reasons for a rejected password, in the auth service's words. */
export type PasswordReason = 'length' | 'characters' | 'pwned'

/** A password requirement, and whether it is met. */
export interface PasswordRule {
  readonly key: string
  /** Key of its text. */
  readonly text: CredentialKey
  readonly values?: MessageValues
  readonly isMet: boolean
}

interface Judging {
  readonly password: string
  /** Why the service rejected the last password; applies until another one is typed. */
  readonly reasons?: readonly PasswordReason[]
}

/** The requirements one by one, as far as they can be checked in the browser. */
export function judgePassword(rules: PasswordRules, { password, reasons = [] }: Judging): PasswordRule[] {
  const isRefusedFor = (reason: PasswordReason) => reasons.includes(reason)
  return [
    {
      key: 'length',
      text: 'rule.length',
      values: { count: rules.minimumLength },
      isMet: Array.from(password).length >= rules.minimumLength && !isRefusedFor('length'),
    },
    ...rules.requiredSets.map((set) => ({ key: set, ...nameOf(set), isMet: hasOneOf(password, set) })),
    ...(isRefusedFor('pwned') ? [{ key: 'pwned', text: 'rule.notLeaked', isMet: false } as const] : []),
    // The hash's limit, in bytes; nobody reaches it by chance, so it is listed only when exceeded.
    ...(byteLength(password) > longestBytes
      ? [{ key: 'longest', text: 'rule.longest', values: { count: longestBytes }, isMet: false } as const]
      : []),
  ]
}

const longestBytes = 72

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

function hasOneOf(password: string, set: string): boolean {
  return Array.from(set).some((character) => password.includes(character))
}

/** Whole alphabets are named; for other sets each character is listed. */
const kinds = [
  { every: /^[a-z]{26}$/, text: 'rule.lower' },
  { every: /^[A-Z]{26}$/, text: 'rule.upper' },
  { every: /^[a-zA-Z]{52}$/, text: 'rule.letter' },
  { every: /^[0-9]{10}$/, text: 'rule.number' },
  { every: /^[a-zA-Z0-9]{36,}$/, text: 'rule.letterOrNumber' },
  { every: /^[^a-zA-Z0-9]{8,}$/, text: 'rule.symbol' },
] as const

function nameOf(set: string): Pick<PasswordRule, 'text' | 'values'> {
  const known = kinds.find(({ every }) => every.test(set))
  return known ? { text: known.text } : { text: 'rule.oneOf', values: { set } }
}
