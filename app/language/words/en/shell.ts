/** What stands on every page, and on the one that says what failed. */
export const shell = {
  'nav.skip': 'Skip to content',
  'shell.notice': 'Notice',
  'shell.notices': 'Notices ({hotkey})',
  'shell.notice_action': '{action}: or leave the notice',
  'shell.loading': 'Loading',
  'shell.theme': 'Colour theme',
  'shell.theme_light': 'Light',
  'shell.theme_dark': 'Dark',
  'shell.theme_system': 'As the system',
  'shell.reload': 'Reload the page',
  'shell.to_shops': 'Go to your shops',
  'shell.request_id': 'When you ask for help, give this number:',
  'shell.copy_id': 'Copy the number',
  'shell.nothing_here': 'There is nothing at this address.',
  'shell.failed_here': 'Something failed on our side; your data is safe. Try again in a moment.',
  'shell.piece_missing': 'A part of this page could not be loaded: the connection was lost, or there is a new version.',
} as const
