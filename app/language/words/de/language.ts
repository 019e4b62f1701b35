import type { Words } from '../../text.ts'

/** The choice of a language, in German. */
export const language = {
  'language.choose': 'Sprache',
} as const satisfies Words
