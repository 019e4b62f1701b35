import { deepEqual, equal } from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages } from '../../app/language/languages.ts'
import { checkWords, findFaults } from './words.ts'

/** One text in all languages, some of them changed. */
function faultsOf(text: string, changed: Readonly<Record<string, object>> = {}, code = "t('text') b: (content)") {
  const texts = { ...Object.fromEntries(languages.map((language) => [language, { text }])), ...changed }
  return findFaults({ folder: 'w', texts, code })
}

test('texts that are the same in all languages have no fault', () => {
  deepEqual(faultsOf('Hello <b>{name}</b>'), [])
})

test('a key that is missing, or more than English has, is named', () => {
  deepEqual(faultsOf('Hello', { de: {}, fr: { text: 'Salut', more: 'Plus' } }), [
    'w: de text: missing',
    'w: fr more: not in English',
  ])
})

test('a key that no code uses is named, one from a template is not, and groups are not looked for', () => {
  deepEqual(faultsOf('Hello', {}, "t('other')"), ['w: en text: no code uses it'])
  deepEqual(faultsOf('Hello', {}, 't(`tex${end}`)'), [])
  deepEqual(faultsOf('Hello', {}, 't(`${a}${b}`)'), ['w: en text: no code uses it'])
  const texts = Object.fromEntries(languages.map((language) => [language, { group: { text: 'x' } }]))
  deepEqual(findFaults({ folder: 'w', texts, code: undefined }), [])
})

test('arguments and choices that differ are named', () => {
  deepEqual(faultsOf('Hello {name}', { es: { text: 'Hola {nombre}' } }), [
    'w: es text: arguments (nombre) differ from English (name)',
  ])
  const chosen = '{role, select, owner {Owner} other {Member}}'
  deepEqual(faultsOf(chosen, { nl: { text: '{role, select, eigenaar {E} other {L}}' } }), [
    'w: nl text: choices (role: eigenaar, role: other) differ from English (role: other, role: owner)',
  ])
})

test('a plural has the forms of its language', () => {
  const faults = faultsOf('{count, plural, one {# day} other {# days}}')
  deepEqual(
    faults.filter((fault) => fault.startsWith('w: ar')),
    ['zero', 'two', 'few', 'many'].map((form) => `w: ar text: the plural form ${form} is missing`),
  )
  deepEqual(
    faults.filter((fault) => fault.startsWith('w: de')),
    [],
  )
})

test('HTML, tags that no code shows and tags that differ are named', () => {
  equal(faultsOf('A <a href="x">link</a>').length, 1)
  equal(faultsOf('A <br>').length, 1)
  deepEqual(faultsOf('A <strong>word</strong>'), ['w: en text: no code shows the tag <strong>'])
  deepEqual(faultsOf('A <b>word</b>', { de: { text: 'Ein Wort' } }), ['w: de text: tags () differ from English (b)'])
})

test('what is no ICU message is named in its language', () => {
  const fault = 'not an ICU message, or one that prints numbers and dates, which code does'
  deepEqual(faultsOf('Hello', { ar: { text: '{broken' } }), [`w: ar text: ${fault}`])
  deepEqual(faultsOf('{n} days', { nl: { text: '{n, number} dagen' } }), [`w: nl text: ${fault}`])
})

test('a French mark that could begin a line is named', () => {
  const hint = 'a line may begin with a mark: its space is not one without a break'
  deepEqual(faultsOf('Why?', { fr: { text: 'Pourquoi ?' } }), [`w: fr text: ${hint}`])
  deepEqual(faultsOf('Why?', { fr: { text: 'Pourquoi\u00a0?' } }), [])
})

test('the texts of this repository hold', () => {
  deepEqual(checkWords(join(import.meta.dirname, '..', '..')), [])
})
