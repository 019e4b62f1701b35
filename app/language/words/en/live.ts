/** What happens by itself: new figures, new versions, a lost network. */
export const live = {
  'live.offer': 'New orders – refresh',
  'live.updated': 'Figures updated',
  'update.ready': 'A new version is ready',
  'update.reload': 'Reload',
  'offline.notice': 'You are offline. Figures on this page stay as they are until you are back.',
} as const
