import type { Words } from '../../text.ts'

/** Saved views: a page's address with a name, in Dutch. */
export const views = {
  'views.menu': 'Weergaven',
  'views.edited': 'Gewijzigd',
  'views.none':
    'Er is nog geen weergave opgeslagen. Een weergave bewaart de dagen, de vergelijking en de filters van deze pagina.',
  'views.without': 'Zonder weergave',
  'views.save': 'Wijzigingen opslaan',
  'views.save_as': 'Opslaan als nieuwe weergave…',
  'views.dialog': 'Deze weergave opslaan',
  'views.save_current': 'Deze weergave opslaan…',
  'views.reset': 'Wijzigingen verwerpen',
  'views.name': 'Naam',
  'views.name_hint': 'Een naam die al bestaat vervangt die weergave.',
  'views.open_by_default': 'Openen telkens als ik op deze pagina kom',
  'views.is_default': 'Opent standaard',
  'views.make_default': '{name} standaard openen',
  'views.end_default': '{name} niet meer standaard openen',
  'views.delete': '{name} verwijderen',
  'views.deleted': '‘{name}’ is verwijderd.',
  'views.saved': '‘{name}’ is opgeslagen.',
  'views.failed': 'De weergave kon niet worden opgeslagen: {reason}',
} as const satisfies Words
