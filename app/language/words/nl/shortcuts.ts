import type { Words } from '../../text.ts'

/** The sheet that explains the keys, in Dutch. */
export const shortcuts = {
  'shortcuts.title': 'Sneltoetsen',
  'shortcuts.anywhere': 'Overal',
  'shortcuts.menu': 'Zoeken en opdrachten',
  'shortcuts.help': 'Dit overzicht',
  'shortcuts.notices': 'Naar de meldingen',
  'shortcuts.close': 'Sluiten wat open is',
  'shortcuts.pages': 'Naar een pagina',
  'shortcuts.days': 'Dagen van de pagina',
  'shortcuts.custom_days': 'Dagen kiezen',
  'shortcuts.compare': 'Vergelijken of niet meer vergelijken',
  'shortcuts.step_back': 'Een periode terug',
  'shortcuts.step_on': 'Een periode verder',
  'shortcuts.single': 'Sneltoetsen met één toets',
  'shortcuts.single_hint':
    'Toetsen zonder Ctrl, Alt of ⌘. Zet ze uit als je tegen je computer praat of per ongeluk toetsen indrukt. Deze browser onthoudt het.',
} as const satisfies Words
