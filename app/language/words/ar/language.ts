import type { Words } from '../../text.ts'

/** The choice of a language, in Arabic. */
export const language = {
  'language.choose': 'اللغة',
} as const satisfies Words
