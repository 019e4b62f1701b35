import { createContext, Fragment, type ReactNode, use } from 'react'
import { type PageWords, type Say, sayIn, serverKey } from './messages.ts'
import { EnglishText } from './page-content.tsx'
import { useLanguage } from './use-text.tsx'

const WordsContext = createContext<PageWords | undefined>(undefined)

/**
 * Gives the texts of a page to everything below, beside those of a page around it. The route's loader returns the words.
 */
export function WordsProvider({ words, children }: { readonly words: PageWords; readonly children: ReactNode }) {
  const around = use(WordsContext)
  return <WordsContext value={around ? { ...around, ...words } : words}>{children}</WordsContext>
}

/** The texts of the page. The page's own file names its keys: `export const useWords = usePageWords<keyof typeof en>`. */
export function usePageWords<Key extends string>(): Say<Key> {
  const language = useLanguage()
  const words = use(WordsContext)
  if (!words) throw new Error('The texts of a page are given by WordsProvider.')
  return sayIn(language, words)
}

/** A platform's text in the page's language, as plain text: the English one where no translation was loaded. */
export function useServerText(): (english: string) => string {
  const language = useLanguage()
  const words = use(WordsContext) ?? {}
  return (english) => (words[serverKey(english)] ? sayIn(language, words)(serverKey(english)) : english)
}

/** A platform's text in the page's language; marked as English where no translation was loaded with the page. */
export function ServerText({ children }: { readonly children: string }) {
  const words = use(WordsContext) ?? {}
  const translate = useServerText()
  return words[serverKey(children)] ? translate(children) : <EnglishText>{children}</EnglishText>
}

interface TaggedProps {
  /** A text with parts in tags: `Add them under <costs>Costs</costs>.` */
  readonly text: string
  /** How each tag is shown; a part whose tag has no entry is shown as text. */
  readonly tags: Readonly<Record<string, (content: string) => ReactNode>>
}

/** A sentence with links or emphasis in it: whole for translators, whatever the order of its parts. */
export function Tagged({ text, tags }: TaggedProps) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/)
  // Each match leaves three parts: the text before it, the tag, its content.
  return parts.map((part, place) => {
    const key = `${place} ${part}`
    if (place % 3 === 0) return <Fragment key={key}>{part}</Fragment>
    if (place % 3 === 1) return <Fragment key={key}>{(tags[part] ?? String)(parts[place + 1] ?? '')}</Fragment>
    return null
  })
}
