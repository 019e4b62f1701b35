import type { Words } from '../../text.ts'

/** The choice of a language, in French. */
export const language = {
  'language.choose': 'Langue',
} as const satisfies Words
