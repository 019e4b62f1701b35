import type { Words } from '../../text.ts'

/** Saved views: a page's address with a name, in German. */
export const views = {
  'views.menu': 'Ansichten',
  'views.edited': 'Geändert',
  'views.none': 'Noch keine Ansicht ist gespeichert. Eine Ansicht merkt sich Tage, Vergleich und Filter dieser Seite.',
  'views.without': 'Ohne Ansicht',
  'views.save': 'Änderungen speichern',
  'views.save_as': 'Als neue Ansicht speichern …',
  'views.dialog': 'Diese Ansicht speichern',
  'views.save_current': 'Diese Ansicht speichern …',
  'views.reset': 'Änderungen verwerfen',
  'views.name': 'Name',
  'views.name_hint': 'Ein Name, den es schon gibt, ersetzt jene Ansicht.',
  'views.open_by_default': 'Immer öffnen, wenn ich auf diese Seite komme',
  'views.is_default': 'Öffnet als Standard',
  'views.make_default': '{name} als Standard öffnen',
  'views.end_default': '{name} nicht mehr als Standard öffnen',
  'views.delete': '{name} löschen',
  'views.deleted': '„{name}“ ist gelöscht.',
  'views.saved': '„{name}“ ist gespeichert.',
  'views.failed': 'Die Ansicht konnte nicht gespeichert werden: {reason}',
} as const satisfies Words
