import type { Words } from '../../text.ts'

/** What a single order says, in Dutch. */
export const order = {
  'order.title': 'Bestelling {name}',
  'order.not_found': 'Bestelling niet gevonden',
  'order.not_counted': 'Deze winkel heeft geen getelde bestelling met dit nummer.',
  'order.placed': 'Geplaatst',
  'order.status': 'Status',
  'order.buyer': 'Koper',
  'order.country': 'Land',
  'order.paid_with': 'Betaald met',
  'order.channel': 'Kanaal',
  'order.coupons': 'Kortingscodes',
  'order.open_in_store': 'Openen in de winkel',
  'order.entries': 'Wat er is geboekt',
  'order.line': 'Regel',
  'order.gross': 'Voor korting',
  'order.discount': 'Korting',
  'order.tax': 'Belasting',
  'order.total': 'Totaal',
  'order.amounts':
    'Bedragen in {currency}, zonder belasting tenzij de kolom het zegt. Fooien en cadeaubonnen horen niet bij de omzet.',
  'order.free': 'Gratis bestelling',
  'order.new_customer': 'Nieuwe klant',
  'order.returning_customer': 'Terugkerende klant',
  'order.unidentified': 'Koper niet herkend',
  'order.gift_card': 'Cadeaubon',
  'order.shipping': 'Verzending',
  'order.charge': 'Kosten',
  'order.tip': 'Fooi',
  'order.adjustment': 'Correctie',
} as const satisfies Words
