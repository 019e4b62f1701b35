import { type Say, usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the page’s texts. */
export type WordKey = keyof typeof en

/** Words the texts of the page. */
export type SayAttribution = Say<WordKey>

/** The texts of the page, in its language. */
export const useWords = usePageWords<WordKey>
