import type { Words } from '../../text.ts'

/** Why a figure is what it is, in Dutch. */
export const why = {
  'why.formula': 'Zo wordt het berekend',
  'why.counts': 'Wat meetelt',
  'why.basis': 'Waar het op rust',
  'why.caveats': 'Voor je erop vertrouwt',
  'why.behind': 'De rijen erachter',
  'why.parts': 'Waaruit het bestaat',
  'why.change': '{change} ten opzichte van {before}',
  'why.days': '{days}, volgens de klok van {zone}',
  'why.currency': 'In {currency}, de valuta van de winkel',
  'why.converted':
    'Omgerekend van {from} naar {currency}: elke dag tegen zijn eigen referentiekoers, in weekends en op feestdagen tegen de laatste ervoor',
  'why.updated': '{source}: bijgewerkt {age}, compleet tot {at}',
  'why.never': '{source}: nog geen volledige synchronisatie',
  'why.running': 'Vandaag is nog niet om: de cijfers groeien nog.',
  'why.few':
    'Minder dan {count} bestellingen aan één kant van de vergelijking: te weinig om veel uit de verandering te lezen.',
  'why.unidentified':
    'Bij {count} van {all} betaalde bestellingen is de koper niet te herkennen; ze tellen voor geen klant.',
  'why.compare_partial': 'Sommige dagen van de vergelijking zijn niet geladen, dus de twee worden niet vergeleken.',
  'why.sale_day': 'Bestellingen tellen op de dag dat ze zijn geplaatst, wat er later ook mee gebeurt.',
  'why.return_day': 'Wat terugkomt telt op de dag van teruggave, niet op de dag van de bestelling.',
  'why.with_tax': 'Met belasting.',
  'why.without_tax': 'Zonder belasting.',
  'why.goods_only': 'Alleen goederen: verzending, overige kosten, cadeaubonnen en fooien tellen niet mee.',
  'why.no_gift_cards_tips':
    'Verkochte cadeaubonnen en fooien tellen niet mee: de eerste zijn schuld, de tweede worden doorgegeven.',
  'why.no_free_orders': 'Bestellingen zonder waarde tellen niet mee: monsters, vervangingen, volledige kortingen.',
  'why.no_unidentified': 'Bestellingen waarvan de koper niet te herkennen is tellen niet mee.',
  'why.changes_later': 'Een latere terugbetaling verandert het voor voorbije dagen.',
  'why.counted_orders':
    'Onafgemaakte bestellingen, mislukte betalingen, testbestellingen en voor betaling geannuleerde bestellingen tellen niet mee.',
  'why.total': 'Totaal',
  'why.order': 'Bestelling',
  'why.booked': 'Geboekt',
  'why.rows.one': '{count} rij',
  'why.rows.other': '{count} rijen',
  'why.some_rows': '{shown} van {all} rijen',
  'why.nothing': 'Er is in deze periode niets geboekt voor dit cijfer.',
  'why.no_value': 'Het cijfer heeft geen waarde, dus er zijn geen rijen om te tonen.',
  'why.closed': 'Je rol toont cijfers, geen losse bestellingen. Een eigenaar van de organisatie kan je analist maken.',
  'why.first_page': 'Eerste pagina',
  'why.next_page': 'Volgende pagina',
  'why.loading': 'Bestellingen laden',
  'why.failed': 'Dit kon niet worden geladen. Sluit het en open het opnieuw.',
  'why.edit': 'Bewerking',
  'why.refund': 'Terugbetaling',
  'why.cancel': 'Annulering',
} as const satisfies Words
