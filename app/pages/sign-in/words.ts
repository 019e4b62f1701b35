import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the texts of signing in. */
export type SignInKey = keyof typeof en

/** The texts of signing in. */
export const useWords = usePageWords<SignInKey>
