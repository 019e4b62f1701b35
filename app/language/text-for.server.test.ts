import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Language } from '@tillsight/domain/inputs'
import { languages } from './languages.ts'
import { inSentence, packWords, unpackWords } from './text.ts'
import { dictionaries, textFor, wordsOf } from './text-for.server.ts'

const others = languages.filter((language) => language !== 'en')
const sections = Object.entries(dictionaries.en)
const english: Readonly<Record<string, string>> = Object.fromEntries(
  sections.flatMap(([, texts]) => Object.entries(texts)),
)
const plural = /\.(?:zero|one|two|few|many|other)$/

test('the interface speaks the languages that can be stored', () => {
  // A profile may also leave it to the browser.
  assert.deepEqual(['', ...languages], Language.options)
})

test('every text is there in every language', () => {
  for (const language of others) {
    const words: Readonly<Record<string, string>> = wordsOf(language)
    const absent = Object.keys(english).filter((key) => !words[key])
    assert.deepEqual(absent, [], language)
  }
})

test('all texts come out of their packing as they went in', () => {
  for (const language of languages) assert.deepEqual(unpackWords(packWords(wordsOf(language))), wordsOf(language))
})

test('a language has no texts of its own, only forms by number', () => {
  for (const language of others) {
    const stray = Object.keys(wordsOf(language)).filter(
      (key) => !(key in english || (plural.test(key) && key.replace(plural, '.other') in english)),
    )
    assert.deepEqual(stray, [], language)
  }
})

test('a key is in one section, and every language has it there, in the order of English', () => {
  assert.equal(sections.flatMap(([, texts]) => Object.keys(texts)).length, Object.keys(english).length)
  for (const language of others) {
    const order = Object.entries(dictionaries[language]).map(([section, texts]) => [
      section,
      Object.keys(texts).filter((key) => key in english),
    ])
    assert.deepEqual(
      order,
      sections.map(([section, texts]) => [section, Object.keys(texts)]),
      language,
    )
  }
})

test('every text has the braces of its English source', () => {
  const bracesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
  for (const language of others) {
    for (const [key, text] of Object.entries(wordsOf(language))) {
      const expected = bracesOf(english[key] ?? english[key.replace(plural, '.other')] ?? '')
      // Zero, one or two may be written out without digits.
      const mayLeaveOut = /\.(?:zero|one|two)$/.test(key) ? expected.filter((brace) => brace !== '{count}') : expected
      const actual = bracesOf(text)
      assert.ok(
        String(actual) === String(expected) || String(actual) === String(mayLeaveOut),
        `${language} ${key}: ${text}`,
      )
    }
  }
})

test('values are filled in, and forms follow the number as the language has them', () => {
  assert.equal(textFor('de')('period.versus', { range: '1.–20. Nov.' }), 'ggü. 1.–20. Nov.')
  assert.equal(textFor('en')('goal.left.other', { count: 1 }), '1 day left')
  assert.equal(textFor('de')('goal.left.other', { count: 2 }), 'Noch 2 Tage')
  assert.notEqual(textFor('ar')('goal.left.other', { count: 3 }), textFor('ar')('goal.left.other', { count: 30 }))
})

test('a name within a sentence keeps its capital where the language has one, and abbreviations theirs', () => {
  assert.deepEqual(
    [inSentence('Payment method', 'en'), inSentence('SKU', 'en'), inSentence('Land', 'de'), inSentence('País', 'es')],
    ['payment method', 'SKU', 'Land', 'país'],
  )
})
