import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

/** Translations of texts that platforms have in English, by the English text. */
export type PlatformTexts = Readonly<Record<string, string>>

/**
 * What platforms say to merchants, by language: guides, steps of an installation, fields of forms, descriptions. English is the
 * platform's own; the command line and the API have it alone.
 */
export const platformTexts: Readonly<Record<'ar' | 'de' | 'es' | 'fr' | 'nl', PlatformTexts>> = { ar, de, es, fr, nl }
