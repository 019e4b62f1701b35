import type { Words } from '../../text.ts'

/** What happens by itself: new figures, new versions, a lost network, in Dutch. */
export const live = {
  'live.offer': 'Nieuwe bestellingen – verversen',
  'live.updated': 'Cijfers bijgewerkt',
  'update.ready': 'Er is een nieuwe versie',
  'update.reload': 'Herladen',
  'offline.notice': 'Je bent offline. De cijfers op deze pagina blijven zo tot je weer verbonden bent.',
} as const satisfies Words
