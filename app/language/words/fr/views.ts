import type { Words } from '../../text.ts'

/** Saved views: a page's address with a name, in French. */
export const views = {
  'views.menu': 'Vues',
  'views.edited': 'Modifiée',
  'views.none': 'Aucune vue enregistrée. Une vue garde les jours, la comparaison et les filtres de cette page.',
  'views.without': 'Sans vue',
  'views.save': 'Enregistrer les changements',
  'views.save_as': 'Enregistrer comme nouvelle vue…',
  'views.dialog': 'Enregistrer cette vue',
  'views.save_current': 'Enregistrer cette vue…',
  'views.reset': 'Annuler les changements',
  'views.name': 'Nom',
  'views.name_hint': 'Un nom déjà pris remplace la vue correspondante.',
  'views.open_by_default': 'L’ouvrir chaque fois que je viens sur cette page',
  'views.is_default': 'Ouverte par défaut',
  'views.make_default': 'Ouvrir {name} par défaut',
  'views.end_default': 'Ne plus ouvrir {name} par défaut',
  'views.delete': 'Supprimer {name}',
  'views.deleted': '« {name} » est supprimée.',
  'views.saved': '« {name} » est enregistrée.',
  'views.failed': 'La vue n’a pas pu être enregistrée : {reason}',
} as const satisfies Words
