import type { Words } from '../../text.ts'

/** What a single order says, in Spanish. */
export const order = {
  'order.title': 'Pedido {name}',
  'order.not_found': 'Pedido no encontrado',
  'order.not_counted': 'Esta tienda no tiene ningún pedido contado con este número.',
  'order.placed': 'Hecho',
  'order.status': 'Estado',
  'order.buyer': 'Comprador',
  'order.country': 'País',
  'order.paid_with': 'Pagado con',
  'order.channel': 'Canal',
  'order.coupons': 'Cupones',
  'order.open_in_store': 'Abrir en la tienda',
  'order.entries': 'Qué se registró',
  'order.line': 'Línea',
  'order.gross': 'Antes de dto.',
  'order.discount': 'Descuento',
  'order.tax': 'Impuesto',
  'order.total': 'Total',
  'order.amounts':
    'Importes en {currency}, sin impuestos salvo que la columna lo indique. Las propinas y las tarjetas regalo no forman parte de los ingresos.',
  'order.free': 'Pedido gratuito',
  'order.new_customer': 'Cliente nuevo',
  'order.returning_customer': 'Cliente recurrente',
  'order.unidentified': 'Comprador sin identificar',
  'order.gift_card': 'Tarjeta regalo',
  'order.shipping': 'Envío',
  'order.charge': 'Cargo',
  'order.tip': 'Propina',
  'order.adjustment': 'Ajuste',
} as const satisfies Words
