import type { Words } from '../../text.ts'

/** What one can do anywhere, in French. */
export const actions = {
  'action.save': 'Enregistrer',
  'action.cancel': 'Annuler',
  'action.close': 'Fermer',
  'action.undo': 'Rétablir',
  'action.retry': 'Réessayer',
  'action.copy': 'Copier',
  'action.copied': 'Copié',
  'action.remove': 'Supprimer',
  'action.back': 'Retour',
} as const satisfies Words
