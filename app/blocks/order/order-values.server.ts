import type { Language } from '../../language/languages.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

const valueWords = wordsOfPage({ en, de, fr, es, nl, ar })

/** Facts of an order that stores name by identifiers of their own. */
type StoreFact = 'status' | 'salesChannel' | 'gateway'

/**
 * A value that the store names, in a language: `on-hold` is “On hold”. Values of plug-ins are unknown here: an identifier is
 * made readable, any other text is shown as it is.
 */
export function storeValue(fact: StoreFact, value: string, language: Language): string {
  const key = keysOf(value)[fact]
  if (isKnown(key)) return valueWords.say(language)(key)
  if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(value)) return value
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll(/[_-]/g, ' ')
}

function keysOf(value: string): Readonly<Record<StoreFact, string>> {
  return { status: `status.${value}`, salesChannel: `salesChannel.${value}`, gateway: `gateway.${value}` }
}

function isKnown(key: string): key is keyof typeof en {
  return Object.hasOwn(en, key)
}
