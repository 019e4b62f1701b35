import type { Language } from './languages.ts'

/** A name within a sentence: with a small letter where the language has one there, and abbreviations as they are. */
export function inSentence(name: string, language: Language): string {
  if (language === 'de') return name
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase(language))
}
