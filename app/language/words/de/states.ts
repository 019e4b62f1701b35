import type { Words } from '../../text.ts'

/** What stands where there are no figures, and what the page is limited to, in German. */
export const states = {
  'empty.unconnected': 'Noch kein Shop verbunden',
  'empty.unconnected_hint':
    'Hier stehen dann Umsatz, Bestellungen und Kunden. Verbinde den Shop {domain}, und die ersten Zahlen erscheinen in wenigen Minuten.',
  'empty.connect': 'Shop verbinden',
  'empty.filtered': 'Nichts passt zu diesen Filtern',
  'empty.filtered_hint': 'In diesem Zeitraum gibt es keine Bestellungen, die alle erfüllen.',
  'empty.clear': 'Filter entfernen',
  'empty.importing': 'Die ersten Zahlen sind unterwegs',
  'empty.importing_hint':
    'Die neuesten Bestellungen kommen zuerst. Diese Seite füllt sich, während der Rest der Historie noch geladen wird.',
  'empty.no_orders': 'Keine Bestellungen in diesem Zeitraum',
  'empty.no_orders_hint':
    'An diesen Tagen wurde nichts verkauft oder zurückgegeben. Ein längerer Zeitraum zeigt vielleicht mehr.',
  'empty.first_year': 'Erstes Jahr mit Daten zeigen',
  'empty.all_time': 'Gesamten Zeitraum zeigen',
  'filter.list': 'Filter',
  'filter.turn': 'Diesen Filter umkehren',
  'filter.remove': 'Filter {name} entfernen',
  'filter.clear': 'Alle entfernen',
} as const satisfies Words
