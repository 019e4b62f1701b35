import type { Words } from '../../text.ts'

/** What other pages say about the shop's connections, in Dutch. */
export const connections = {
  'connection.attention': 'Goed om te weten',
  'connection.look': 'Bekijken',
  'connection.more': 'Nog {count}',
  'connection.import': 'Import',
  'connection.import_from': 'Import uit {name}',
  'connection.importing': 'Je historie uit {name} wordt geïmporteerd',
  'connection.details': 'Details',
  'connection.import_note':
    'De nieuwste bestellingen komen eerst. Cijfers kloppen voor dagen die al binnen zijn; nieuwe en terugkerende klanten staan pas aan het eind vast.',
  'connection.import_note_refunds':
    'De nieuwste bestellingen komen eerst. Terugbetalingen van de dagen die al binnen zijn ontbreken nog: tot die er zijn, zijn retouren te laag en is de omzet te hoog.',
  'connection.complete': 'De historie is compleet.',
  'connection.show_new': 'Nieuwe cijfers tonen',
  'connection.imported': '{name} geïmporteerd',
  'connection.amount': '{done} van {total}',
  'connection.left_minute': 'nog ongeveer een minuut',
  'connection.left_minutes': 'nog ongeveer {count} min',
  'connection.left_hours': 'nog ongeveer {count} uur',
} as const satisfies Words
