import type { Language, MessageValues } from '../../language/index.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

const pageWords = wordsOfPage({ en, de, fr, es, nl, ar })

type Key = keyof typeof en

/** The texts of administration. */
export interface AdminTexts {
  (key: Key, values?: MessageValues): string
  /** A text whose key is put together; the fallback where there is none. */
  readonly maybe: (key: string, fallback: string) => string
}

/** The texts of administration in the language of the page. */
export function adminTexts(language: Language): AdminTexts {
  const say = pageWords.say(language)
  const text = (key: Key, values?: MessageValues) => say(key, values)
  const maybe = (key: string, fallback: string) => (isKey(key) ? say(key) : fallback)
  return Object.assign(text, { maybe })
}

function isKey(key: string): key is Key {
  return Object.hasOwn(en, key)
}
