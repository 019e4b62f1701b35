import type { ReactNode } from 'react'
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
