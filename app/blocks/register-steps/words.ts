import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** The texts of the steps to a first shop. */
export const useRegisterWords = usePageWords<keyof typeof en>
