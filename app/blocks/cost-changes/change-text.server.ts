import type { Language } from '../../language/languages.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

const changeWords = wordsOfPage({ en, de, fr, es, nl, ar })

/** The texts are English in the log: `3 × cost of goods changed, payment fee “stripe” added`. */
const kinds = {
  'cost of goods': 'goods',
  'payment fee': 'fee',
  'shipping rule': 'shipping',
  'handling rule': 'handling',
  'rule for returns': 'return',
  'expense per order': 'expense',
  'field of payment fees': 'feeMeta',
  'field of shipping costs': 'labelMeta',
  'settings of costs': 'settings',
  'cost of an order': 'order',
} as const

type Kind = keyof typeof kinds

const fates = ['added', 'changed', 'deleted'] as const
const part = /^(?:(\d+) × )?([a-z ]+?)(?: “(.*)”)? (added|changed|deleted)$/

/** What a change of the log was about, in a language; as the log has it where that is not one of its usual sentences. */
export function whatText(what: string, language: Language): string {
  // Names in quotes may contain commas.
  const parts = what.split(/, (?=(?:\d+ × )?[a-z ]+(?: “|(?: added| changed| deleted)))/)
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts.map((text) => partText(text, language)))
}

function partText(text: string, language: Language): string {
  const [, count, kind = '', name, fate] = part.exec(text) ?? []
  const known = fates.find((each) => each === fate)
  if (!known || !isKind(kind)) return text
  const say = changeWords.say(language)
  const thing = say(`kind.${kinds[kind]}`)
  const said = say(`what.${known}`, {
    what: name === undefined ? thing : say('what.named', { what: thing, name }),
  })
  return count === undefined ? said : `${count} × ${said}`
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text)
}
