import { createContext, type ReactNode, use } from 'react'
import { fill } from '../../language/index.ts'
import type en from './words/en.json'

/** All texts of the account's pages, by `part.name`. */
export type AccountWords = typeof en

/** Returns a text of the account's pages with its values filled in. */
export type AccountText = (key: keyof AccountWords, values?: Readonly<Record<string, string | number>>) => string

const WordsContext = createContext<AccountWords | undefined>(undefined)

/** Gives the texts of the account to everything below. */
export function WordsProvider({ words, children }: { readonly words: AccountWords; readonly children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

/** The texts of the account, in the language of the page. */
export function useWords(): AccountText {
  const words = use(WordsContext)
  if (!words) throw new Error('The texts of the account are given by WordsProvider.')
  return (key, values = {}) => fill(words[key], values)
}
