import type { Words } from '../../text.ts'

/** Why a figure is what it is, in German. */
export const why = {
  'why.formula': 'So wird gerechnet',
  'why.counts': 'Was zählt',
  'why.basis': 'Worauf es beruht',
  'why.caveats': 'Bevor du dich darauf verlässt',
  'why.behind': 'Die Zeilen dahinter',
  'why.parts': 'Woraus es besteht',
  'why.change': '{change} gegenüber {before}',
  'why.days': '{days}, nach der Uhr von {zone}',
  'why.currency': 'In {currency}, der Währung des Shops',
  'why.converted':
    'Von {from} in {currency} umgerechnet: jeder Tag zu seinem eigenen Referenzkurs, an Wochenenden und Feiertagen zum letzten davor',
  'why.updated': '{source}: aktualisiert {age}, vollständig bis {at}',
  'why.never': '{source}: noch keine vollständige Synchronisierung',
  'why.running': 'Der heutige Tag ist nicht vorbei: Die Zahlen wachsen noch.',
  'why.few':
    'Weniger als {count} Bestellungen auf einer Seite des Vergleichs: zu wenige, um viel aus der Änderung zu lesen.',
  'why.unidentified':
    'Bei {count} von {all} bezahlten Bestellungen ist der Käufer nicht zu erkennen; sie zählen zu keinem Kunden.',
  'why.compare_partial': 'Einige Tage des Vergleichs sind nicht geladen, daher wird nicht verglichen.',
  'why.sale_day': 'Bestellungen zählen an dem Tag, an dem sie eingehen, was auch immer später aus ihnen wird.',
  'why.return_day': 'Rückgaben zählen am Tag der Rückgabe, nicht am Tag ihrer Bestellung.',
  'why.with_tax': 'Mit Steuern.',
  'why.without_tax': 'Ohne Steuern.',
  'why.goods_only': 'Nur Waren: Versand, sonstige Gebühren, Gutscheine und Trinkgelder zählen nicht.',
  'why.no_gift_cards_tips':
    'Verkaufte Gutscheine und Trinkgelder zählen nicht: Die einen sind geschuldet, die anderen werden weitergegeben.',
  'why.no_free_orders': 'Bestellungen ohne Wert zählen nicht: Muster, Ersatz, volle Rabatte.',
  'why.no_unidentified': 'Bestellungen, deren Käufer nicht zu erkennen ist, zählen nicht.',
  'why.changes_later': 'Eine spätere Erstattung ändert die Zahl für vergangene Tage.',
  'why.counted_orders':
    'Abgebrochene Bestellvorgänge, fehlgeschlagene Zahlungen, Testbestellungen und vor der Zahlung stornierte Bestellungen zählen nicht.',
  'why.total': 'Gesamt',
  'why.order': 'Bestellung',
  'why.booked': 'Gebucht',
  'why.rows.one': '{count} Zeile',
  'why.rows.other': '{count} Zeilen',
  'why.some_rows': '{shown} von {all} Zeilen',
  'why.nothing': 'In diesem Zeitraum wurde für diese Zahl nichts gebucht.',
  'why.no_value': 'Die Kennzahl hat keinen Wert, daher gibt es keine Zeilen aufzulisten.',
  'why.closed':
    'Deine Rolle zeigt Kennzahlen, keine einzelnen Bestellungen. Ein Inhaber der Organisation kann dich zum Analysten machen.',
  'why.first_page': 'Erste Seite',
  'why.next_page': 'Nächste Seite',
  'why.loading': 'Bestellungen werden geladen',
  'why.failed': 'Das konnte nicht geladen werden. Schließe es und öffne es erneut.',
  'why.edit': 'Bearbeitung',
  'why.refund': 'Erstattung',
  'why.cancel': 'Stornierung',
} as const satisfies Words
