import { wordsOfPage } from '../../language/page-words.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of a journey by language. */
export const journeyTexts = { en, de, fr, es, nl, ar }

/** The texts of a journey in all languages. */
export const journeyWords = wordsOfPage(journeyTexts)
