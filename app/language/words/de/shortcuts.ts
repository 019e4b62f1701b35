import type { Words } from '../../text.ts'

/** The sheet that explains the keys, in German. */
export const shortcuts = {
  'shortcuts.title': 'Tastenkürzel',
  'shortcuts.anywhere': 'Überall',
  'shortcuts.menu': 'Suche und Befehle',
  'shortcuts.help': 'Diese Übersicht',
  'shortcuts.notices': 'Zu den Hinweisen',
  'shortcuts.close': 'Schließen, was offen ist',
  'shortcuts.pages': 'Zu einer Seite',
  'shortcuts.days': 'Tage der Seite',
  'shortcuts.custom_days': 'Tage wählen',
  'shortcuts.compare': 'Vergleichen oder nicht mehr vergleichen',
  'shortcuts.step_back': 'Einen Zeitraum zurück',
  'shortcuts.step_on': 'Einen Zeitraum weiter',
  'shortcuts.single': 'Kürzel mit einer Taste',
  'shortcuts.single_hint':
    'Tasten ohne Strg, Alt oder ⌘. Schalte sie aus, wenn du mit dem Computer sprichst oder versehentlich Tasten drückst. Dieser Browser merkt es sich.',
} as const satisfies Words
