import type { Words } from '../../text.ts'

/** Saved views: a page's address with a name, in Spanish. */
export const views = {
  'views.menu': 'Vistas',
  'views.edited': 'Modificada',
  'views.none':
    'Aún no hay vistas guardadas. Una vista conserva los días, la comparación y los filtros de esta página.',
  'views.without': 'Sin vista',
  'views.save': 'Guardar cambios',
  'views.save_as': 'Guardar como vista nueva…',
  'views.dialog': 'Guardar esta vista',
  'views.save_current': 'Guardar esta vista…',
  'views.reset': 'Descartar cambios',
  'views.name': 'Nombre',
  'views.name_hint': 'Un nombre que ya existe sustituye a esa vista.',
  'views.open_by_default': 'Abrirla siempre que venga a esta página',
  'views.is_default': 'Se abre por defecto',
  'views.make_default': 'Abrir {name} por defecto',
  'views.end_default': 'Dejar de abrir {name} por defecto',
  'views.delete': 'Eliminar {name}',
  'views.deleted': 'Se ha eliminado «{name}».',
  'views.saved': 'Se ha guardado «{name}».',
  'views.failed': 'No se pudo guardar la vista: {reason}',
} as const satisfies Words
