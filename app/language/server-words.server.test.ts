import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { learnNames } from './named-lists.server.ts'
import { sayServer, serverWords, translateSentence } from './server-words.server.ts'

suite('a sentence of the server', () => {
  test('is said in the language, with what it names', () => {
    assert.equal(translateSentence('Order #1001 does not add up', 'de'), 'Bestellung #1001 geht nicht auf')
    assert.equal(
      translateSentence('Meta Ads: the account “Shop (EU)” is not read', 'fr'),
      'Meta Ads\u00a0: le compte «\u00a0Shop (EU)\u00a0» n’est pas lu',
    )
    assert.equal(translateSentence('The store sells in USD', 'en'), 'The store sells in USD')
    assert.equal(
      translateSentence(
        'The file lacks the columns sku, cost or percent. Name the columns in its first row as the template does. Nothing was imported.',
        'de',
      ),
      'In der Datei fehlt: Spalten sku, cost oder percent. Benennen Sie die Spalten in der ersten Zeile wie in der Vorlage. Es wurde nichts importiert.',
    )
    const told = 'TikTok doesn’t report its views, impressions, clicks and purchases on the website'
    const untold = `GMV Max spent 1273.68 EUR of this on TikTok Ads. ${told}: they are missing from these figures, not zero.`
    assert.match(
      translateSentence(untold, 'de') ?? '',
      /^GMV Max hat davon auf TikTok Ads 1\.273,68\s€ ausgegeben\. TikTok nennt/,
    )
    assert.match(
      translateSentence(untold, 'en') ?? '',
      /^GMV Max spent €1,273\.68 of this on TikTok Ads\. TikTok doesn’t/,
    )
    const both = untold.replace('EUR', 'EUR and 20.00 USD')
    assert.match(translateSentence(both, 'en') ?? '', /^GMV Max spent €1,273\.68 and \$20\.00 of this/)
    const named = 'Meta Ads: the account “Gift cards 50 EUR” is not read'
    assert.equal(translateSentence(named, 'en'), named, 'names stay')
  })

  test('is several sentences, or one within another', () => {
    const [gone, saved] = ['There is no such key here. Reload the list of keys.', 'Choose at least one scope']
    const both = translateSentence(`${gone} It lies more than 5 years ahead.`, 'de')
    assert.equal(both, undefined, 'a sentence of two is no part of a third')
    assert.ok(translateSentence(gone, 'de'))
    const nested = translateSentence(`It was not switched on. ${saved}`, 'nl')
    assert.ok(nested?.endsWith(translateSentence(saved, 'nl') ?? '?'), nested)
  })

  test('lists metrics and dimensions as the language names and lists them', () => {
    const names = [
      ['Sales', 'Umsatz'],
      ['Orders', 'Bestellungen'],
      ['Shipping and charges, shared', 'Versand und Gebühren, anteilig'],
      ['campaign', 'Kampagne'],
      ['ad set', 'Anzeigengruppe'],
    ] as const
    learnNames('de', () => new Map(names))
    assert.equal(
      translateSentence('Sales can’t be split by campaign and ad set, so it has no value under this filter.', 'de'),
      'Umsatz hat mit diesem Filter keinen Wert: Die Bestandteile lassen sich nicht nach Kampagne und Anzeigengruppe aufteilen.',
    )
    assert.equal(
      translateSentence(
        'Sales, Shipping and charges, shared, Orders and 3 more can’t be split by campaign, so they have no value in these rows; their totals stand.',
        'de',
      ),
      'Umsatz, Versand und Gebühren, anteilig, Bestellungen und 3 weitere haben in diesen Zeilen (die Summen gelten) keinen Wert: Die Bestandteile lassen sich nicht nach Kampagne aufteilen.',
    )
    // Of metrics without a translation, such as a shop's own, the English name stays.
    assert.match(
      translateSentence('Refund drag can’t be split by campaign, so it has no value under this filter.', 'de') ?? '',
      /^Refund drag hat mit diesem Filter keinen Wert: .* nach Kampagne aufteilen\.$/,
    )
    const account = translateSentence('Meta Ads: the account “Sales” is not read', 'de')
    assert.ok(account?.includes('„Sales“'), 'what shops name themselves stays as it is')
  })

  test('stays English and is marked where nobody has translated it', () => {
    assert.equal(translateSentence('Something new happened', 'nl'), undefined)
    assert.deepEqual(sayServer('Something new happened', 'nl'), { text: 'Something new happened', isEnglish: true })
    assert.deepEqual(serverWords('nl', { text: 'Something new happened' }), {})
  })

  test('does not take long, whatever strangers put into it', () => {
    const long = `Order ${'does not '.repeat(100_000)}add down`
    const began = performance.now()
    translateSentence(long, 'ar')
    assert.ok(performance.now() - began < 2_000)
  })
})
