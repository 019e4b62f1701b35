import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateOfText } from '../../format/index.ts'
import { languages } from '../../language/languages.ts'
import { readDay } from './read-day.ts'

test('a day is read as ISO, in digits with the day first, and with two digits of the year', () => {
  for (const typed of ['2026-11-22', '2026-11-2 2', ' 22.11.2026 ', '22/11/2026', '22 11 26', '22-11-2026', '22.11.26'])
    assert.equal(readDay(typed, 'de'), typed === '2026-11-2 2' ? undefined : '2026-11-22', typed)
})

test('a month above twelve is the day', () => {
  assert.equal(readDay('11/22/2026', 'en'), '2026-11-22')
  assert.equal(readDay('5/11/2026', 'en'), '2026-11-05')
})

test('what is no day is not read as another one', () => {
  for (const typed of ['', '31.2.2026', '2026-02-30', '22.11', 'yesterday', '22 Foo 2026', '99/99/2026', '22 Ju 2026'])
    assert.equal(readDay(typed, 'en'), undefined, typed)
})

test('names of months are read in the language, in Arabic digits too', () => {
  assert.equal(readDay('3 März 2026', 'de'), '2026-03-03')
  assert.equal(readDay('3 juil. 2026', 'fr'), '2026-07-03')
  assert.equal(readDay('Nov 22, 2026', 'en'), '2026-11-22')
  assert.equal(readDay('٢٢/١١/٢٠٢٦', 'ar'), '2026-11-22')
})

test('every day that is printed is read back, in every language', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...languages), (date, language) => {
      const day = date.toISOString().slice(0, 10)
      assert.equal(readDay(dateOfText(`${day}T00:00:00Z`, 'UTC', language), language), day)
    }),
  )
})
