import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** The texts of the forms that connect, in the page's language: the page's `WordsProvider` has them. */
export const useConnectionWords = usePageWords<keyof typeof en>
