import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the pages' texts. */
export type WordKey = keyof typeof en

/** The texts of the pages, in their language. */
export const useWords = usePageWords<WordKey>
