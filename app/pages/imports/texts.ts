import type { ImportState } from '@tillsight/domain'
import type { StateModel } from './model.ts'

/** How far imports are, in words. */
export const stateTexts: Readonly<Record<ImportState, Omit<StateModel, 'key'>>> = {
  uploading: { label: 'Coming in', tone: 'neutral' },
  checking: { label: 'Being checked', tone: 'accent' },
  ready: { label: 'Ready to import', tone: 'accent' },
  refused: { label: 'Needs a look', tone: 'warn' },
  running: { label: 'Being imported', tone: 'accent' },
  done: { label: 'Imported', tone: 'good' },
  failed: { label: 'Broke off', tone: 'bad' },
  undoing: { label: 'Being undone', tone: 'accent' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** Why an order is in no figure. */
export const uncountedTexts: Readonly<Record<string, string>> = {
  unfinished: 'never finished',
  failed: 'payment failed',
  cancelled_unpaid: 'cancelled before it was paid',
  deleted: 'deleted',
  test: 'a test order',
  unpaid: 'not paid',
  excluded_status: 'status left out by the settings',
  missing_rate: 'waits for an exchange rate',
}
