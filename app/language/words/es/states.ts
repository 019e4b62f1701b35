import type { Words } from '../../text.ts'

/** What stands where there are no figures, and what the page is limited to, in Spanish. */
export const states = {
  'empty.unconnected': 'Aún no hay tienda conectada',
  'empty.unconnected_hint':
    'Aquí estarán las ventas, los pedidos y los clientes. Conecta la tienda {domain} y las primeras cifras llegan en minutos.',
  'empty.connect': 'Conectar la tienda',
  'empty.filtered': 'Nada coincide con estos filtros',
  'empty.filtered_hint': 'En este período no hay pedidos que los cumplan todos.',
  'empty.clear': 'Quitar los filtros',
  'empty.importing': 'Las primeras cifras están en camino',
  'empty.importing_hint':
    'Primero llegan los pedidos más recientes. Esta página se va llenando mientras llega el resto del historial.',
  'empty.no_orders': 'No hay pedidos en este período',
  'empty.no_orders_hint': 'Esos días no se vendió ni devolvió nada. Un período más amplio quizá muestre algo.',
  'empty.first_year': 'Mostrar el primer año de datos',
  'empty.all_time': 'Mostrar todo el tiempo',
  'filter.list': 'Filtros',
  'filter.turn': 'Invertir este filtro',
  'filter.remove': 'Quitar el filtro {name}',
  'filter.clear': 'Borrar',
} as const satisfies Words
