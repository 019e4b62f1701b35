import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the page's texts. */
export type WordKey = keyof typeof en

/** The texts of the page, in its language. */
export const useWords = usePageWords<WordKey>
