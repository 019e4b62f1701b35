import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, languageCookie } from './choose-language.ts'

test('the shop decides before the person, the person before the browser', () => {
  const all = { shop: 'de', person: 'fr', cookies: languageCookie('es'), accepted: 'nl' }
  assert.equal(chooseLanguage(all), 'de')
  assert.equal(chooseLanguage({ ...all, shop: null }), 'fr')
  assert.equal(chooseLanguage({ ...all, shop: null, person: '' }), 'es')
  assert.equal(chooseLanguage({ accepted: 'nl' }), 'nl')
  assert.equal(chooseLanguage({}), 'en')
})

test('a language that the interface does not speak is passed over', () => {
  assert.equal(chooseLanguage({ shop: 'xx', person: 'pt', cookies: 'lang=it', accepted: 'ja, ar' }), 'ar')
  assert.equal(chooseLanguage({ cookies: 'slang=de; language=fr; lang=deutsch' }), 'en')
})

test('the browser’s languages count in the order of their weights, regions aside', () => {
  assert.equal(chooseLanguage({ accepted: 'en;q=0.3, de-AT;q=0.9, fr;q=0.8' }), 'de')
  assert.equal(chooseLanguage({ accepted: 'pt-BR,pt;q=0.9,es-419;q=0.8,en;q=0.7' }), 'es')
  assert.equal(chooseLanguage({ accepted: 'de;q=0, *' }), 'en')
  assert.equal(chooseLanguage({ accepted: 'de;q=much, ;;,NL' }), 'nl')
})
