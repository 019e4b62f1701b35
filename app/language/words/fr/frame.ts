import type { Words } from '../../text.ts'

/** The frame around the pages behind the sign-in, in French. */
export const frame = {
  'shell.home': 'Tillsight, accueil',
  'shell.switch_shop': 'Changer de boutique :',
  'shell.find_shop': 'Chercher une boutique',
  'shell.no_shop_found': 'Aucune boutique ne porte ce nom.',
  'shell.add_shop': 'Ajouter une boutique',
  'shell.search': 'Rechercher',
  'shell.narrow': 'Replier la navigation',
  'shell.wide': 'Déplier la navigation',
  'shell.your_account': 'Votre compte :',
  'shell.sign_out': 'Se déconnecter',
} as const satisfies Words
