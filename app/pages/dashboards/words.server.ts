import type { Language } from '../../language/languages.ts'
import { shownTexts } from '../../language/pseudo.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of the pages on dashboards; `{…}` is filled in. */
export type BoardWords = Readonly<Record<keyof typeof en, string>>

/** The texts of all languages; a missing one is a compile error. Only those of the page's language are sent. */
export const boardWords: Readonly<Record<Language, BoardWords>> = shownTexts({ en, de, fr, es, nl, ar })
