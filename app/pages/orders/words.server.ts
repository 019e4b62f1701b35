import { creditTexts } from '../../blocks/credit/words.server.ts'
import { journeyTexts } from '../../blocks/journey/words.server.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of the page in all languages, with those of an order’s journey. */
export const pageWords = wordsOfPage({ en, de, fr, es, nl, ar }, journeyTexts, creditTexts)
