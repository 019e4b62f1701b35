import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { directionOf } from './languages.ts'
import { TextProvider, useLanguage } from './use-text.tsx'

/** Marks content that exists in English only, so that a page in another language is spoken and laid out right. */
export function EnglishOnly({ children }: { readonly children: ReactNode }) {
  if (useLanguage() === 'en') return children
  return (
    <div className="contents" dir="ltr" lang="en">
      <TextProvider language="en" words={noWords}>
        {children}
      </TextProvider>
    </div>
  )
}

const noWords = {}

/** A sentence that exists in English only, within a page of any language. */
export function EnglishText({ children }: { readonly children: ReactNode }) {
  if (useLanguage() === 'en') return children
  return (
    <span dir="ltr" lang="en">
      {children}
    </span>
  )
}

/** Exported as `handle` by the route of a page whose content is translated: `export const handle = translated`. */
export const translated = { isTranslated: true } as const

/** The content of a page, marked as English unless its route declares it translated. Menus inherit its direction. */
export function PageContent({ children }: { readonly children: ReactNode }) {
  const isTranslated = useMatches().some(({ handle }) => isTranslatedPage(handle))
  const direction = directionOf(useLanguage())
  const content = isTranslated ? children : <EnglishOnly>{children}</EnglishOnly>
  return <Direction.Provider dir={isTranslated ? direction : 'ltr'}>{content}</Direction.Provider>
}

/** A route's handle may contain more than this. */
function isTranslatedPage(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isTranslated' in handle && handle.isTranslated === true
}
