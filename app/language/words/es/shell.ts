import type { Words } from '../../text.ts'

/** What stands on every page, and on the one that says what failed, in Spanish. */
export const shell = {
  'nav.skip': 'Saltar al contenido',
  'shell.notice': 'Aviso',
  'shell.notices': 'Avisos ({hotkey})',
  'shell.notice_action': '{action}: o sal del aviso',
  'shell.loading': 'Cargando',
  'shell.theme': 'Tema de color',
  'shell.theme_light': 'Claro',
  'shell.theme_dark': 'Oscuro',
  'shell.theme_system': 'Como el sistema',
  'shell.reload': 'Recargar la página',
  'shell.to_shops': 'Ir a tus tiendas',
  'shell.request_id': 'Si pides ayuda, indica este número:',
  'shell.copy_id': 'Copiar el número',
  'shell.nothing_here': 'No hay nada en esta dirección.',
  'shell.failed_here': 'Algo ha fallado por nuestra parte; tus datos están a salvo. Inténtalo de nuevo en un momento.',
  'shell.piece_missing': 'No se pudo cargar una parte de esta página: se perdió la conexión o hay una versión nueva.',
} as const satisfies Words
