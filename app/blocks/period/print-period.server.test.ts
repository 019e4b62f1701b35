import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../../language/languages.ts'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopView } from '../../services.ts'
import { printPeriod, printProblems } from './print-period.server.ts'

/** A shop as far as a period needs it. */
function shopIn(language: Language): ShopView {
  const display = { currency: 'EUR', decimals: 2, language, chosenLanguage: null, numbers: 'en-US' }
  const shop = { today: '2026-11-21', firstDay: '2020-01-01', weekStartsOn: 1, zone: 'Europe/Berlin', display }
  return shop as unknown as ShopView
}

function printed(search: string, language: Language) {
  const [state, shop] = [parseSearch(search), shopIn(language)]
  const period = resolvePeriod(state, shop)
  return { ...printPeriod(state, period, shop), problems: printProblems(period, shop) }
}

test('a preset and its comparison are said in the language of the page', () => {
  const english = printed('', 'en')
  assert.deepEqual(
    [english.label, english.rangeText, english.than],
    ['Last 30 days', '22 Oct – 20 Nov 2026', 'vs 22 Sep – 21 Oct 2026'],
  )
  const german = printed('?range=mtd', 'de')
  assert.equal(german.label, 'Monat bis heute')
  assert.match(german.rangeText, /^1\.–21\. Nov\. 2026$/)
  assert.match(german.than ?? '', /^ggü\. /)
})

test('days of one’s own are their own name', () => {
  const { label, rangeText } = printed('?range=custom&from=2026-11-01&to=2026-11-05', 'fr')
  assert.equal(label, rangeText)
})

test('what could not be shown is said with the days that stand in', () => {
  assert.deepEqual(printed('', 'en').problems, [])
  const [english] = printed('?range=custom&from=2026-02-30&to=2026-03-01', 'en').problems
  assert.equal(
    english,
    'The days in the address do not exist or cannot be shown: these are 22 Oct – 20 Nov 2026 instead.',
  )
  const search = '?from=2026-11-01&to=2026-11-05&compare_from=2026-02-30&compare_to=2026-03-01'
  const [dutch] = printed(search, 'nl').problems
  assert.match(dutch ?? '', /vorige periode/)
})
