import type { Words } from '../../text.ts'

/** What one can do anywhere, in Spanish. */
export const actions = {
  'action.save': 'Guardar',
  'action.cancel': 'Cancelar',
  'action.close': 'Cerrar',
  'action.undo': 'Deshacer',
  'action.retry': 'Reintentar',
  'action.copy': 'Copiar',
  'action.copied': 'Copiado',
  'action.remove': 'Quitar',
  'action.back': 'Atrás',
} as const satisfies Words
