import type { Words } from '../../text.ts'

/** What one can do anywhere, in German. */
export const actions = {
  'action.save': 'Speichern',
  'action.cancel': 'Abbrechen',
  'action.close': 'Schließen',
  'action.undo': 'Rückgängig',
  'action.retry': 'Erneut versuchen',
  'action.copy': 'Kopieren',
  'action.copied': 'Kopiert',
  'action.remove': 'Entfernen',
  'action.back': 'Zurück',
} as const satisfies Words
