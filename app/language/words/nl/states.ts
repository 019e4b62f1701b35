import type { Words } from '../../text.ts'

/** What stands where there are no figures, and what the page is limited to, in Dutch. */
export const states = {
  'empty.unconnected': 'Nog geen winkel gekoppeld',
  'empty.unconnected_hint':
    'Hier komen omzet, bestellingen en klanten. Koppel de winkel {domain} en de eerste cijfers verschijnen binnen enkele minuten.',
  'empty.connect': 'Winkel koppelen',
  'empty.filtered': 'Niets past bij deze filters',
  'empty.filtered_hint': 'In deze periode zijn er geen bestellingen die aan alle voldoen.',
  'empty.clear': 'Filters wissen',
  'empty.importing': 'De eerste cijfers zijn onderweg',
  'empty.importing_hint':
    'De nieuwste bestellingen komen eerst. Deze pagina vult zich terwijl de rest van de historie nog binnenkomt.',
  'empty.no_orders': 'Geen bestellingen in deze periode',
  'empty.no_orders_hint':
    'Op deze dagen is niets verkocht of teruggegeven. Een ruimere periode laat misschien iets zien.',
  'empty.first_year': 'Eerste jaar met gegevens tonen',
  'empty.all_time': 'Alles tonen',
  'filter.list': 'Filters',
  'filter.turn': 'Dit filter omkeren',
  'filter.remove': 'Filter {name} verwijderen',
  'filter.clear': 'Wissen',
} as const satisfies Words
