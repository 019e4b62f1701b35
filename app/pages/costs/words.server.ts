import type { Language, PageWords } from '../../language/index.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of the page in all languages. */
export const pageWords = wordsOfPage({ en, de, fr, es, nl, ar })

/** Groups of texts that one kind of page alone shows; all others are of every page of costs. */
const groups = {
  products: ['coverage', 'filter', 'entry', 'parts', 'editor', 'usual'],
  rules: [
    'rule',
    'rules',
    'field',
    'try',
    'methods',
    'carrier',
    'labelMeta',
    'feeMeta',
    'fee',
    'fees',
    'gateway',
    'shipping',
    'handling',
    'handle',
    'expense',
    'return',
    'returns',
  ],
  files: ['file', 'changes'],
  changes: ['changes', 'settings', 'usual'],
  overview: ['ads', 'lead', 'standing', 'discounts', 'taxes', 'other', 'fact'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The texts that a page of costs needs, without those of pages of other kinds. */
export function wordsFor(language: Language, kind: keyof typeof groups): PageWords {
  const own: readonly string[] = groups[kind]
  const others: readonly string[] = Object.values(groups).flat()
  const words = Object.entries(pageWords.words(language))
  return Object.fromEntries(
    words.filter(([key]) => {
      const [group = ''] = key.split('.')
      return own.includes(group) || !others.includes(group)
    }),
  )
}
