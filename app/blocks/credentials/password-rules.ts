import type { PasswordRules } from '../../identity.ts'

/** Reasons for a rejected password, in the auth service's words. */
export type PasswordReason = 'length' | 'characters' | 'pwned'

/** A password requirement, and whether it is met. */
export interface PasswordRule {
  readonly key: string
  readonly text: string
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
      text: `At least ${rules.minimumLength} characters`,
      isMet: Array.from(password).length >= rules.minimumLength && !isRefusedFor('length'),
    },
    ...rules.requiredSets.map((set) => ({ key: set, text: nameOf(set), isMet: hasOneOf(password, set) })),
    ...(isRefusedFor('pwned') ? [{ key: 'pwned', text: 'Not known from leaks', isMet: false }] : []),
    // The hash's limit, in bytes; nobody reaches it by chance, so it is listed only when exceeded.
    ...(byteLength(password) > longestBytes
      ? [{ key: 'longest', text: `At most ${longestBytes} bytes`, isMet: false }]
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
  { every: /^[a-z]{26}$/, text: 'A small letter' },
  { every: /^[A-Z]{26}$/, text: 'A capital letter' },
  { every: /^[a-zA-Z]{52}$/, text: 'A letter' },
  { every: /^[0-9]{10}$/, text: 'A digit' },
  { every: /^[a-zA-Z0-9]{36,}$/, text: 'A letter or digit' },
  { every: /^[^a-zA-Z0-9]{8,}$/, text: 'A sign such as ! ? or #' },
] as const

function nameOf(set: string): string {
  return kinds.find(({ every }) => every.test(set))?.text ?? `One of ${set}`
}
