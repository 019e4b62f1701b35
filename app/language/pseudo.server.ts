import { isLanguage, type Language } from './languages.ts'

/**
 * For a run over all pages that looks for texts without a translation: with `TILLSIGHT_PSEUDO_LANGUAGE=nl`, each Dutch text stands
 * between brackets and is a third longer, so that one that does not is untranslated, and one for which there is no room is seen.
 * Read here, since texts are read before the configuration is.
 */
const pseudoLanguage = process.env['TILLSIGHT_PSEUDO_LANGUAGE'] // oxlint-disable-line node/no-process-env -- there is no configuration yet

/** Added to texts, until they are long enough: words, so that lines may break. */
const filler = ' één twee drie vier vijf zes zeven acht negen tien elf twaalf'

/** Texts by language, however deep, as people get them. */
export function shownTexts<Texts extends Readonly<Partial<Record<Language, object>>>>(texts: Texts): Texts {
  if (!isLanguage(pseudoLanguage)) return texts
  const own = JSON.stringify(texts[pseudoLanguage])
  return {
    ...texts,
    [pseudoLanguage]: JSON.parse(own, (_, text) => (typeof text === 'string' ? lengthen(text) : text)),
  }
}

function lengthen(text: string): string {
  const length = Math.ceil(text.length / 3)
  return `⟦${text}${filler.repeat(Math.ceil(length / filler.length)).slice(0, length)}⟧`
}
