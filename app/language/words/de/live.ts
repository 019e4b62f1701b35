import type { Words } from '../../text.ts'

/** What happens by itself: new figures, new versions, a lost network, in German. */
export const live = {
  'live.offer': 'Neue Bestellungen – aktualisieren',
  'live.updated': 'Zahlen aktualisiert',
  'update.ready': 'Eine neue Version ist bereit',
  'update.reload': 'Neu laden',
  'offline.notice': 'Du bist offline. Die Zahlen auf dieser Seite bleiben so, bis du wieder verbunden bist.',
} as const satisfies Words
