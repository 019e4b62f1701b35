import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the texts of the account's pages: `part.name`. */
export type AccountKey = keyof typeof en

/** The texts of the account. */
export const useWords = usePageWords<AccountKey>
