import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** The texts of the page, in its language. */
export const useWords = usePageWords<keyof typeof en>
