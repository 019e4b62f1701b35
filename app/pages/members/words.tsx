import { createContext, type ReactNode, use } from 'react'
import { fill } from '../../language/index.ts'
import type { MembersWords, RoleWords } from './model.ts'

const WordsContext = createContext<MembersWords | undefined>(undefined)

/** Gives the texts of the page to everything below. */
export function WordsProvider({ words, children }: { readonly words: MembersWords; readonly children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

/** The texts of the page, in the language of whoever reads it. */
export function useWords(): {
  readonly text: (key: keyof MembersWords['labels'], values?: Readonly<Record<string, string | number>>) => string
  readonly roles: readonly RoleWords[]
} {
  const words = use(WordsContext)
  if (!words) throw new Error('The texts of the page are given by WordsProvider.')
  return { text: (key, values = {}) => fill(words.labels[key], values), roles: words.roles }
}
