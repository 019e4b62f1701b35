import { type Say, usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Words the texts of a journey. */
export type SayJourney = Say<keyof typeof en>

/** The texts of a journey, in the page's language: the page's `WordsProvider` has them. */
export const useJourneyWords = usePageWords<keyof typeof en>
