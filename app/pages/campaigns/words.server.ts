import { tableTexts } from '../../blocks/breakdown-table/words.server.ts'
import type { Say } from '../../language/index.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import type { AdsQuery } from './query.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of the page in all languages, with those of its table. */
export const pageWords = wordsOfPage({ en, de, fr, es, nl, ar }, tableTexts)

/** Words texts in the language of the query's page; files are in English. */
export function sayIn({ services }: Pick<AdsQuery, 'services'>): Say<keyof typeof en> {
  return pageWords.say(services.shop.display.language)
}
