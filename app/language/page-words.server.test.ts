import { strictEqual, throws } from 'node:assert'
import { test } from 'node:test'
import { wordsOfPage } from './page-words.server.ts'

const orders = '{count, plural, =0 {no orders} one {# order} other {# orders}} of {shop}'
const arabic = '{count, plural, zero {صفر} one {واحد} two {اثنان} few {# قليل} many {# كثير} other {# آخر}}'

/** One text in all languages; those that are not given have the English one. */
function oneText(text: string, others: { readonly de?: string; readonly ar?: string } = {}) {
  const all = { en: text, de: text, fr: text, es: text, nl: text, ar: text, ...others }
  return wordsOfPage({
    en: { text: all.en },
    de: { text: all.de },
    fr: { text: all.fr },
    es: { text: all.es },
    nl: { text: all.nl },
    ar: { text: all.ar },
  })
}

test('plural forms, numbers and values follow the language', () => {
  const { say } = oneText(orders, {
    de: '{shop}: {count, plural, one {# Bestellung} other {# Bestellungen}}',
    ar: arabic,
  })
  strictEqual(say('en')('text', { count: 0, shop: 'A' }), 'no orders of A')
  strictEqual(say('en')('text', { count: 1, shop: 'A' }), '1 order of A')
  strictEqual(say('en')('text', { count: 1200, shop: '<b>' }), '1,200 orders of <b>')
  strictEqual(say('de')('text', { count: 1200, shop: 'A' }), 'A: 1.200 Bestellungen')
  strictEqual(say('ar')('text', { count: 2, shop: 'A' }), 'اثنان')
  strictEqual(say('ar')('text', { count: 100, shop: 'A' }).endsWith('آخر'), true)
})

test('a selection takes the named form, else the other; ordinals have their own forms', () => {
  const { say } = oneText('{role, select, owner {Owner} other {Member {name}}}')
  strictEqual(say('en')('text', { role: 'owner', name: 'Ida' }), 'Owner')
  strictEqual(say('en')('text', { role: 'analyst', name: 'Ida' }), 'Member Ida')
  strictEqual(oneText('{n, selectordinal, one {#st} two {#nd} other {#th}}').say('en')('text', { n: 2 }), '2nd')
})

test('apostrophes, braces and a missing value stay readable', () => {
  const { say } = oneText("don't stop '{this}' for {name}")
  strictEqual(say('en')('text'), "don't stop {this} for {name}")
})

test('a message that cannot be read is an error in its language alone', () => {
  const { say } = oneText('fine', { de: '{broken' })
  throws(() => say('de'))
  strictEqual(say('en')('text'), 'fine')
})
