import { platformTexts } from '@tillsight/platforms/texts'
import type { Language } from './languages.ts'
import { type PageWords, platformKey } from './messages.ts'

/**
 * The translations of everything that a platform says in English within what a page shows, for `PlatformText`: loaders add
 * them to the page's words. Empty in English.
 */
export function platformWords(language: Language, shown: unknown): PageWords {
  if (language === 'en') return {}
  const texts = platformTexts[language]
  return Object.fromEntries(
    stringsIn(shown).flatMap((english) => {
      const text = texts[english]
      return text === undefined ? [] : [[platformKey(english), [text]]]
    }),
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
