import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { directionOf } from './languages.ts'
import { useLanguage } from './use-text.tsx'

/** A sentence that exists in English only, within a page of any language. */
export function EnglishText({ children }: { readonly children: ReactNode }) {
  if (useLanguage() === 'en') return children
  return (
    <span dir="ltr" lang="en">
      {children}
    </span>
  )
}

/** A sentence of the server; `isEnglish`: it has no translation. */
export interface ServerSentence {
  readonly text: string
  readonly isEnglish?: boolean | undefined
}

/** A sentence of the server, marked where it is English within a page of another language. */
export function Sentence({ text, isEnglish = false }: ServerSentence) {
  return isEnglish ? <EnglishText>{text}</EnglishText> : text
}

/** The content of a page: menus inherit its direction. */
export function PageContent({ children }: { readonly children: ReactNode }) {
  return <Direction.Provider dir={directionOf(useLanguage())}>{children}</Direction.Provider>
}
