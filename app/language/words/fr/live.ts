import type { Words } from '../../text.ts'

/** What happens by itself: new figures, new versions, a lost network, in French. */
export const live = {
  'live.offer': 'Nouvelles commandes – actualiser',
  'live.updated': 'Chiffres actualisés',
  'update.ready': 'Une nouvelle version est prête',
  'update.reload': 'Recharger',
  'offline.notice': 'Vous êtes hors ligne. Les chiffres de cette page restent tels quels jusqu’à votre retour.',
} as const satisfies Words
