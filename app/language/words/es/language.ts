import type { Words } from '../../text.ts'

/** The choice of a language, in Spanish. */
export const language = {
  'language.choose': 'Idioma',
} as const satisfies Words
