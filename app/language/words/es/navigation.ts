import type { Words } from '../../text.ts'

/** Where one can go, in Spanish. */
export const navigation = {
  'nav.main': 'Principal',
  'nav.bar': 'Barra lateral',
  'nav.summary': 'Resumen',
  'nav.hub': 'Hub',
  'nav.campaigns': 'Campañas',
  'nav.attributions': 'Atribución',
  'nav.costs': 'Costes',
  'nav.costs_goods': 'Productos',
  'nav.costs_gateway': 'Comisiones de pago',
  'nav.costs_shipping': 'Envío',
  'nav.tracking': 'Seguimiento',
  'nav.integrations': 'Integraciones',
  'nav.settings': 'Ajustes',
  'nav.settings_plans': 'Plan',
  'nav.settings_members': 'Miembros',
  'nav.shops': 'Todas las tiendas',
  'nav.your_shop': 'Tu tienda',
  'nav.account': 'Cuenta',
  'nav.more': 'Más',
} as const satisfies Words
