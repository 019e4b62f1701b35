import type { Words } from '../../text.ts'

/** What stands on every page, and on the one that says what failed, in Dutch. */
export const shell = {
  'nav.skip': 'Naar de inhoud',
  'shell.notice': 'Melding',
  'shell.notices': 'Meldingen ({hotkey})',
  'shell.notice_action': '{action}: of verlaat de melding',
  'shell.loading': 'Laden',
  'shell.theme': 'Kleurthema',
  'shell.theme_light': 'Licht',
  'shell.theme_dark': 'Donker',
  'shell.theme_system': 'Zoals het systeem',
  'shell.reload': 'Pagina herladen',
  'shell.to_shops': 'Naar je winkels',
  'shell.request_id': 'Geef dit nummer als je om hulp vraagt:',
  'shell.copy_id': 'Nummer kopiëren',
  'shell.nothing_here': 'Er is niets op dit adres.',
  'shell.failed_here': 'Er ging bij ons iets mis; je gegevens zijn veilig. Probeer het zo nog eens.',
  'shell.piece_missing':
    'Een deel van deze pagina kon niet worden geladen: de verbinding viel weg, of er is een nieuwe versie.',
} as const satisfies Words
