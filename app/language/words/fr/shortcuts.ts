import type { Words } from '../../text.ts'

/** The sheet that explains the keys, in French. */
export const shortcuts = {
  'shortcuts.title': 'Raccourcis clavier',
  'shortcuts.anywhere': 'Partout',
  'shortcuts.menu': 'Recherche et commandes',
  'shortcuts.help': 'Cette aide',
  'shortcuts.notices': 'Aller aux notifications',
  'shortcuts.close': 'Fermer ce qui est ouvert',
  'shortcuts.pages': 'Aller à une page',
  'shortcuts.days': 'Jours de la page',
  'shortcuts.custom_days': 'Choisir des jours',
  'shortcuts.compare': 'Comparer ou ne plus comparer',
  'shortcuts.step_back': 'Une période en arrière',
  'shortcuts.step_on': 'Une période en avant',
  'shortcuts.single': 'Raccourcis à une touche',
  'shortcuts.single_hint':
    'Touches sans Ctrl, Alt ni ⌘. Désactivez-les si vous dictez à votre ordinateur ou appuyez sur des touches par mégarde. Ce navigateur s’en souvient.',
} as const satisfies Words
