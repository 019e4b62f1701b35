import { tableTexts } from '../../blocks/breakdown-table/words.server.ts'
import { type CreditNames, creditNames } from '../../blocks/credit/credit-names.server.ts'
import { creditTexts } from '../../blocks/credit/words.server.ts'
import { journeyTexts } from '../../blocks/journey/words.server.ts'
import type { Language, PageWords } from '../../language/index.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import type { CreditQuery } from './query.server.ts'
import { type Tab, tabs } from './tabs.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }
import type { SayAttribution } from './words.ts'

/** The texts of the page in all languages, with those of its table, its models and an order’s journey. */
export const pageWords = wordsOfPage({ en, de, fr, es, nl, ar }, tableTexts, creditTexts, journeyTexts)

/** The texts that a tab needs, those of its late parts included: keys under the name of another tab are left out. */
export function wordsOfTab(language: Language, shown: Tab): PageWords {
  const others = tabs.filter((tab) => tab !== shown)
  const words = Object.entries(pageWords.words(language))
  return Object.fromEntries(words.filter(([key]) => !others.some((tab) => key.startsWith(`${tab}.`))))
}

/** Names of channels and models in the language of the query's page; files are in English. */
export function namesIn({ services }: Pick<CreditQuery, 'services'>): CreditNames {
  return creditNames(services.shop.display.language)
}

/** Words texts in the language of the query's page; files are in English. */
export function sayIn({ services }: Pick<CreditQuery, 'services'>): SayAttribution {
  return pageWords.say(services.shop.display.language)
}
