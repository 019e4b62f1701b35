import type { ReactNode } from 'react'
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
