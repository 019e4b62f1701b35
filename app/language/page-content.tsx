import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { EnglishOnly } from './english.tsx'
import { directionOf } from './languages.ts'
import { useLanguage } from './use-text.tsx'

/** Exported as `handle` by the route of a page whose content is translated: `export const handle = translated`. */
export const translated = { isTranslated: true } as const

/** The content of a page, marked as English unless its route says that it is translated. Menus open as it is written. */
export function PageContent({ children }: { readonly children: ReactNode }) {
  const isTranslated = useMatches().some(({ handle }) => isTranslatedPage(handle))
  const direction = directionOf(useLanguage())
  const content = isTranslated ? children : <EnglishOnly>{children}</EnglishOnly>
  return <Direction.Provider dir={isTranslated ? direction : 'ltr'}>{content}</Direction.Provider>
}

/** A route may hand over more than this. */
function isTranslatedPage(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isTranslated' in handle && handle.isTranslated === true
}
