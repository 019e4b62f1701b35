import type { Words } from '../../text.ts'

/** The frame around the pages behind the sign-in, in Dutch. */
export const frame = {
  'shell.home': 'Tillsight, startpagina',
  'shell.switch_shop': 'Van winkel wisselen:',
  'shell.find_shop': 'Winkel zoeken',
  'shell.no_shop_found': 'Geen winkel heet zo.',
  'shell.add_shop': 'Winkel toevoegen',
  'shell.search': 'Zoeken',
  'shell.narrow': 'Navigatie inklappen',
  'shell.wide': 'Navigatie uitklappen',
  'shell.your_account': 'Je account:',
  'shell.sign_out': 'Afmelden',
} as const satisfies Words
