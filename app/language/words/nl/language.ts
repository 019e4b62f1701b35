import type { Words } from '../../text.ts'

/** The choice of a language, in Dutch. */
export const language = {
  'language.choose': 'Taal',
} as const satisfies Words
