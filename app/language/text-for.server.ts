import type { Language } from './languages.ts'
import { shownTexts } from './pseudo.server.ts'
import { addEnglish, createText, type Dictionary, type Text, type Words } from './text.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of all languages, by section. A missing text is a compile error. */
export const dictionaries: Readonly<Record<Language, Dictionary>> = { en, de, fr, es, nl, ar }

// The server needs all texts.
addEnglish(wordsIn(en))

const words: Readonly<Record<Language, Words>> = shownTexts({
  en: {},
  de: wordsIn(de),
  fr: wordsIn(fr),
  es: wordsIn(es),
  nl: wordsIn(nl),
  ar: wordsIn(ar),
})

const texts = new Map<Language, Text>()

/** The texts of a language. */
export function textFor(language: Language): Text {
  const known = texts.get(language)
  if (known) return known
  const text = createText(language, words[language])
  texts.set(language, text)
  return text
}

/** The texts that the browser needs for a language; none for English, which it has. */
export function wordsOf(language: Language): Words {
  return words[language]
}

function wordsIn(dictionary: Dictionary): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(dictionary).flatMap((section) => Object.entries(section)))
}
