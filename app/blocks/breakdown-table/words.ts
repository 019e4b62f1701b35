import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** The texts of the table, in the page's language: the page's `WordsProvider` has them. */
export const useTableWords = usePageWords<keyof typeof en>
