import type { Words } from '../../text.ts'

/** What stands on every page, and on the one that says what failed, in French. */
export const shell = {
  'nav.skip': 'Aller au contenu',
  'shell.notice': 'Notification',
  'shell.notices': 'Notifications ({hotkey})',
  'shell.notice_action': '{action} : ou quittez la notification',
  'shell.loading': 'Chargement',
  'shell.theme': 'Thème de couleurs',
  'shell.theme_light': 'Clair',
  'shell.theme_dark': 'Sombre',
  'shell.theme_system': 'Comme le système',
  'shell.reload': 'Recharger la page',
  'shell.to_shops': 'Aller à vos boutiques',
  'shell.request_id': 'Si vous demandez de l’aide, indiquez ce numéro :',
  'shell.copy_id': 'Copier le numéro',
  'shell.nothing_here': 'Il n’y a rien à cette adresse.',
  'shell.failed_here': 'Quelque chose a échoué de notre côté ; vos données sont intactes. Réessayez dans un instant.',
  'shell.piece_missing':
    'Une partie de cette page n’a pas pu être chargée : la connexion a été perdue, ou il y a une nouvelle version.',
} as const satisfies Words
