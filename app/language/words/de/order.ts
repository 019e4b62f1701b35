import type { Words } from '../../text.ts'

/** What a single order says, in German. */
export const order = {
  'order.title': 'Bestellung {name}',
  'order.not_found': 'Bestellung nicht gefunden',
  'order.not_counted': 'In diesem Shop gibt es keine gezählte Bestellung mit dieser Nummer.',
  'order.placed': 'Aufgegeben',
  'order.status': 'Status',
  'order.buyer': 'Käufer',
  'order.country': 'Land',
  'order.paid_with': 'Zahlungsart',
  'order.channel': 'Kanal',
  'order.coupons': 'Gutscheincodes',
  'order.open_in_store': 'Im Shop öffnen',
  'order.entries': 'Was gebucht wurde',
  'order.line': 'Position',
  'order.gross': 'Vor Rabatt',
  'order.discount': 'Rabatt',
  'order.tax': 'Steuer',
  'order.total': 'Gesamt',
  'order.amounts':
    'Beträge in {currency}, ohne Steuer, sofern die Spalte nichts anderes sagt. Trinkgelder und Gutscheine gehören nicht zum Umsatz.',
  'order.free': 'Kostenlose Bestellung',
  'order.new_customer': 'Neukunde',
  'order.returning_customer': 'Bestandskunde',
  'order.unidentified': 'Käufer nicht zugeordnet',
  'order.gift_card': 'Gutschein',
  'order.shipping': 'Versand',
  'order.charge': 'Gebühr',
  'order.tip': 'Trinkgeld',
  'order.adjustment': 'Korrektur',
} as const satisfies Words
