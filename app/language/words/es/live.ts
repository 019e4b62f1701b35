import type { Words } from '../../text.ts'

/** What happens by itself: new figures, new versions, a lost network, in Spanish. */
export const live = {
  'live.offer': 'Pedidos nuevos: actualizar',
  'live.updated': 'Cifras actualizadas',
  'update.ready': 'Hay una versión nueva',
  'update.reload': 'Recargar',
  'offline.notice': 'Estás sin conexión. Las cifras de esta página no cambiarán hasta que vuelvas.',
} as const satisfies Words
