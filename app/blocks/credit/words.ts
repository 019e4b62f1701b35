import { type Say, usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Words the texts of models and windows. */
export type SayCredit = Say<keyof typeof en>

/** Names of models and windows, in the page's language: the page's `WordsProvider` has them. */
export const useCreditWords = usePageWords<keyof typeof en>
