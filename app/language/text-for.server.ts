import type { Language } from './languages.ts'
import { addEnglish, createText, type Text, type Words } from './text.ts'
import { ar } from './words/ar/index.ts'
import { de } from './words/de/index.ts'
import { english } from './words/en/index.ts'
import { es } from './words/es/index.ts'
import { fr } from './words/fr/index.ts'
import { nl } from './words/nl/index.ts'

// The server says everything.
addEnglish(english)

const dictionaries: Readonly<Record<Language, Words>> = { en: {}, de, fr, es, nl, ar }

const texts = new Map<Language, Text>()

/** The texts of a language. */
export function textFor(language: Language): Text {
  const known = texts.get(language)
  if (known) return known
  const text = createText(language, dictionaries[language])
  texts.set(language, text)
  return text
}

/** What the browser needs for a language; nothing for English, which it has. */
export function wordsOf(language: Language): Words {
  return dictionaries[language]
}
