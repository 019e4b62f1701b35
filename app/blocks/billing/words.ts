import { usePageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** Keys of the texts about plans and their payment. */
export type BillingKey = keyof typeof en

/** The texts about plans and their payment. */
export const useBillingWords = usePageWords<BillingKey>
