import 'virtual:words/basics'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { directionOf, type Language } from './languages.ts'
import { createText, type Text, unpackWords } from './text.ts'

interface Spoken {
  readonly language: Language
  readonly text: Text
}

const SpokenContext = createContext<Spoken>({ language: 'en', text: createText('en', {}) })

interface TextProviderProps {
  readonly language: Language
  /** The language's own texts, packed; empty for English. */
  readonly words: string
  readonly children: ReactNode
}

/** Provides the language's texts to everything below. */
export function TextProvider({ language, words, children }: TextProviderProps) {
  const spoken = useMemo(() => ({ language, text: createText(language, unpackWords(words)) }), [language, words])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

/** The texts of the page's language. */
export function useText(): Text {
  return use(SpokenContext).text
}

/** The page's language. */
export function useLanguage(): Language {
  return use(SpokenContext).language
}

/** Language attributes for portals, which render at the end of the document, outside their content. */
export function useSpokenAttributes(): { readonly lang: Language; readonly dir: 'ltr' | 'rtl' } {
  const { language } = use(SpokenContext)
  return { lang: language, dir: directionOf(language) }
}
