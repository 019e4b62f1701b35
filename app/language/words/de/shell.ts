import type { Words } from '../../text.ts'

/** What stands on every page, and on the one that says what failed, in German. */
export const shell = {
  'nav.skip': 'Zum Inhalt springen',
  'shell.notice': 'Hinweis',
  'shell.notices': 'Hinweise ({hotkey})',
  'shell.notice_action': '{action}: oder den Hinweis verlassen',
  'shell.loading': 'Wird geladen',
  'shell.theme': 'Farbschema',
  'shell.theme_light': 'Hell',
  'shell.theme_dark': 'Dunkel',
  'shell.theme_system': 'Wie das System',
  'shell.reload': 'Seite neu laden',
  'shell.to_shops': 'Zu deinen Shops',
  'shell.request_id': 'Nenne diese Nummer, wenn du um Hilfe bittest:',
  'shell.copy_id': 'Nummer kopieren',
  'shell.nothing_here': 'Unter dieser Adresse gibt es nichts.',
  'shell.failed_here': 'Bei uns ist etwas fehlgeschlagen; deine Daten sind sicher. Versuche es gleich noch einmal.',
  'shell.piece_missing':
    'Ein Teil dieser Seite konnte nicht geladen werden: Die Verbindung brach ab, oder es gibt eine neue Version.',
} as const satisfies Words
