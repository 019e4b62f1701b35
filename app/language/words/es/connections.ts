import type { Words } from '../../text.ts'

/** What other pages say about the shop's connections, in Spanish. */
export const connections = {
  'connection.attention': 'Conviene saber',
  'connection.look': 'Ver',
  'connection.more': '{count} más',
  'connection.import': 'Importación',
  'connection.import_from': 'Importación desde {name}',
  'connection.importing': 'Importando tu historial desde {name}',
  'connection.details': 'Detalles',
  'connection.import_note':
    'Primero llegan los pedidos más recientes. Las cifras de los días ya importados son correctas; los clientes nuevos y recurrentes se ajustan al final.',
  'connection.import_note_refunds':
    'Primero llegan los pedidos más recientes. Faltan los reembolsos de los días ya importados: hasta que lleguen, las devoluciones son demasiado bajas y las ventas demasiado altas.',
  'connection.complete': 'El historial está completo.',
  'connection.show_new': 'Mostrar las cifras nuevas',
  'connection.imported': '{name}: importado',
  'connection.amount': '{done} de {total}',
  'connection.left_minute': 'queda un minuto aproximadamente',
  'connection.left_minutes': 'quedan unos {count} min',
  'connection.left_hours': 'quedan unas {count} h',
} as const satisfies Words
