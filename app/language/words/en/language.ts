/** The choice of a language. */
export const language = {
  'language.choose': 'Language',
} as const
