import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../../language/languages.ts'
import { createText, type Text } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import { calendarWords } from './calendar-words.ts'

const day = new Date('2026-11-20T12:00:00')

function said(language: Language, t: Text = textFor(language)) {
  const { formatters, labels } = calendarWords(language, t)
  return {
    caption: formatters.formatCaption?.(day),
    plain: labels.labelDayButton?.(day, {}),
    chosen: labels.labelDayButton?.(day, { today: true, selected: true }),
    next: labels.labelNext?.(undefined),
  }
}

test('the calendar speaks the language of the page', () => {
  assert.deepEqual(said('de'), {
    caption: 'November 2026',
    plain: 'Freitag, 20. November 2026',
    chosen: 'Heute, Freitag, 20. November 2026, ausgewählt',
    next: 'Nächster Monat',
  })
  assert.equal(said('en').chosen, 'Today, Friday, November 20, 2026, selected')
})

test('Arabic days have the digits of the figures on the page', () => {
  assert.match(said('ar', createText('ar', {})).plain ?? '', /20/)
})
