import type { PasswordRules } from '../../identity.ts'

/** One thing a new password has to be. */
export interface PasswordRule {
  readonly text: string
  readonly isMet: boolean
}

const alphabets = [
  { sample: 'abcxyz', text: 'a lower-case letter' },
  { sample: 'ABCXYZ', text: 'a capital letter' },
  { sample: '0189', text: 'a digit' },
] as const

/** Every rule with whether the password keeps it, in the order in which they are shown. */
export function checkPassword(password: string, { minimumLength, requiredSets }: PasswordRules): PasswordRule[] {
  const characters = Array.from(password)
  return [
    { text: `At least ${minimumLength} characters`, isMet: characters.length >= minimumLength },
    ...requiredSets.map((set) => ({
      text: `Contains ${describeSet(set)}`,
      isMet: characters.some((character) => set.includes(character)),
    })),
  ]
}

function describeSet(set: string): string {
  const kinds = alphabets.filter(({ sample }) => Array.from(sample).every((character) => set.includes(character)))
  if (kinds.length === 0) return `one of ${set}`
  if (kinds.length === 1) return kinds[0]?.text ?? ''
  return kinds.some(({ sample }) => sample === '0189') ? 'a letter or digit' : 'a letter'
}
