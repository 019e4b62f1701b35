import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the texts of credential fields. */
export type CredentialKey = keyof typeof en

/** The texts of credential fields; the page's loader adds them to its own. */
export const useCredentialWords = usePageWords<CredentialKey>
