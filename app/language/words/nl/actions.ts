import type { Words } from '../../text.ts'

/** What one can do anywhere, in Dutch. */
export const actions = {
  'action.save': 'Opslaan',
  'action.cancel': 'Annuleren',
  'action.close': 'Sluiten',
  'action.undo': 'Ongedaan maken',
  'action.retry': 'Opnieuw proberen',
  'action.copy': 'Kopiëren',
  'action.copied': 'Gekopieerd',
  'action.remove': 'Verwijderen',
  'action.back': 'Terug',
} as const satisfies Words
