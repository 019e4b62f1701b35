import type { Words } from '../../text.ts'

/** The frame around the pages behind the sign-in, in German. */
export const frame = {
  'shell.home': 'Tillsight, Startseite',
  'shell.switch_shop': 'Shop wechseln:',
  'shell.find_shop': 'Shop suchen',
  'shell.no_shop_found': 'Kein Shop heißt so.',
  'shell.add_shop': 'Shop hinzufügen',
  'shell.search': 'Suchen',
  'shell.narrow': 'Navigation einklappen',
  'shell.wide': 'Navigation ausklappen',
  'shell.your_account': 'Dein Konto:',
  'shell.sign_out': 'Abmelden',
} as const satisfies Words
