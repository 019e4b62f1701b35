import type { Words } from '../../text.ts'

/** The frame around the pages behind the sign-in, in Spanish. */
export const frame = {
  'shell.home': 'Tillsight, inicio',
  'shell.switch_shop': 'Cambiar de tienda:',
  'shell.find_shop': 'Buscar una tienda',
  'shell.no_shop_found': 'Ninguna tienda se llama así.',
  'shell.add_shop': 'Añadir una tienda',
  'shell.search': 'Buscar',
  'shell.narrow': 'Plegar la navegación',
  'shell.wide': 'Desplegar la navegación',
  'shell.your_account': 'Tu cuenta:',
  'shell.sign_out': 'Cerrar sesión',
} as const satisfies Words
