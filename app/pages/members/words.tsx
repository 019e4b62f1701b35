import { createContext, type ReactNode, use } from 'react'
import { type Say, WordsProvider as TextsProvider, usePageWords } from '../../language/index.ts'
import type { MembersKey, MembersWords, RoleWords } from './model.ts'

const RolesContext = createContext<readonly RoleWords[]>([])

/** Gives the texts of the page to everything below. */
export function WordsProvider({ words, children }: { readonly words: MembersWords; readonly children: ReactNode }) {
  return (
    <TextsProvider words={words.texts}>
      <RolesContext value={words.roles}>{children}</RolesContext>
    </TextsProvider>
  )
}

/** The texts of the page, in the language of whoever reads it. */
export function useWords(): { readonly text: Say<MembersKey>; readonly roles: readonly RoleWords[] } {
  return { text: usePageWords<MembersKey>(), roles: use(RolesContext) }
}
