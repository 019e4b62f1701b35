import type { Words } from '../../text.ts'

/** What other pages say about the shop's connections, in German. */
export const connections = {
  'connection.attention': 'Gut zu wissen',
  'connection.look': 'Ansehen',
  'connection.more': '{count} weitere',
  'connection.import': 'Import',
  'connection.import_from': 'Import aus {name}',
  'connection.importing': 'Deine Historie aus {name} wird importiert',
  'connection.details': 'Details',
  'connection.import_note':
    'Die neuesten Bestellungen kommen zuerst. Für Tage, die schon da sind, stimmen die Zahlen; Neu- und Bestandskunden stehen erst am Ende fest.',
  'connection.import_note_refunds':
    'Die neuesten Bestellungen kommen zuerst. Die Erstattungen der Tage, die schon da sind, fehlen noch: Bis sie da sind, sind Retouren zu niedrig und Umsätze zu hoch.',
  'connection.complete': 'Die Historie ist vollständig.',
  'connection.show_new': 'Neue Zahlen zeigen',
  'connection.imported': '{name} importiert',
  'connection.amount': '{done} von {total}',
  'connection.left_minute': 'noch etwa eine Minute',
  'connection.left_minutes': 'noch etwa {count} Min.',
  'connection.left_hours': 'noch etwa {count} Std.',
} as const satisfies Words
