import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { changeSettings, readLines, toSettingsFailure } from './change-settings.server.ts'
import { durationText } from './load-settings.server.ts'
import { pageWords } from './words.server.ts'

const preference = {
  theme: 'system',
  numbers: 'en-US',
  currency: 'USD',
  summary: { layout: { grid: 4, fluid: false } },
}
const tests = { gateways: ['bogus'], emails: [], meta: [{ key: 'is_test', value: null }], coupons: [], tags: [] }

/** Services of a shop in euros for a person without preferences; nothing else is implemented. */
function servicesOf(calls: unknown[]): ShopServices {
  const services = {
    shop: { display: { currency: 'EUR', decimals: 2, chosenLanguage: null, language: 'en', numbers: 'en-US' } },
    run: shopVerbsOf({
      'preference.get': async () => preference,
      'preference.change': async (change) => void calls.push(change.preference),
      'shop.get': async () => ({ settings: { tests } }),
      'shop.update': async (change) => {
        calls.push(change)
        return { recalculation: 'none' }
      },
    }),
  }
  return services as unknown as ShopServices
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const shown = { language: '', theme: 'system', currency: 'EUR', decimal: '2', numbers: 'en-US', grid: '4' }

async function callsOf(fields: Readonly<Record<string, string>>): Promise<unknown[]> {
  const calls: unknown[] = []
  await changeSettings(servicesOf(calls), form(fields))
  return calls
}

suite('a person’s preferences', () => {
  test('store only what was changed: what merely stood there is no choice', async () => {
    assert.deepEqual(await callsOf({ intent: 'preferences', ...shown }), [])
    assert.deepEqual(await callsOf({ intent: 'preferences', ...shown, currency: 'USD', decimal: '0' }), [
      { currency: 'USD', decimal: 0 },
    ])
    assert.deepEqual(await callsOf({ intent: 'preferences', ...shown, language: 'de' }), [{ language: 'de' }])
    assert.deepEqual(await callsOf({ intent: 'preferences', ...shown, grid: '3', fluid: 'yes' }), [
      { summary: { layout: { grid: 3, fluid: true } } },
    ])
  })
})

suite('what counts', () => {
  test('keeps rules that the form does not show', async () => {
    assert.deepEqual(
      await callsOf({ intent: 'orders', excludedStatuses: 'wholesale\n b2b ,wholesale', gateways: '' }),
      [
        {
          settings: {
            countUnpaid: false,
            excludedStatuses: ['wholesale', 'b2b'],
            tests: { ...tests, gateways: [] },
          },
        },
      ],
    )
  })

  test('is one entry a line, empty ones left out', () => {
    assert.deepEqual(readLines(form({ tags: ' a \n\n,b,, ' }), 'tags'), ['a', 'b'])
  })
})

test('the shop’s own form sends its settings', async () => {
  const fields = { intent: 'shop', name: ' Nord ', zone: 'UTC', weekStartsOn: '7', ratioBasis: 'sales' }
  assert.deepEqual(await callsOf(fields), [
    { name: 'Nord', zone: 'UTC', settings: { weekStartsOn: 7, viewersSeeProfit: false, ratioBasis: 'sales' } },
  ])
})

test('a form of another page is refused', async () => {
  await assert.rejects(callsOf({ intent: 'invite' }), AppError)
})

test('a refusal stands beside its field, and what was typed is kept', () => {
  const refusal = new AppError('invalid_input', 'Too long.', {
    details: { field: 'settings.tests.emails.3' },
    problems: { 'settings.tests.emails.3': 'Too long.', 'summary.layout.grid': 'Too wide.', zone: 'No zone.' },
  })
  const { failure, status } = toSettingsFailure(refusal, form({ intent: 'orders', emails: 'x' }), 'en')
  assert.equal(status, 400)
  assert.deepEqual(failure.fields, { emails: 'Too long.', grid: 'Too wide.', zone: 'No zone.' })
  assert.deepEqual([failure.form, failure.typed['emails']], ['orders', 'x'])
})

test('a refusal is worded by the page in other languages', () => {
  const refusal = new AppError('invalid_input', 'Too long.', { problems: { 'settings.tests.emails.3': 'Too long.' } })
  const { failure } = toSettingsFailure(refusal, form({ intent: 'orders' }), 'de')
  assert.equal(failure.fields['emails'], 'Ein Eintrag ist zu lang, oder es sind zu viele. Kürzen Sie die Liste.')
  assert.equal(failure.message, failure.fields['emails'])
  const lost = toSettingsFailure(new AppError('forbidden', 'You may not.'), form({ intent: 'shop' }), 'de')
  assert.match(lost.failure.message, /^Ihre Rolle erlaubt das nicht\./)
})

test('a permission lost meanwhile is said on the page', () => {
  const { failure, status } = toSettingsFailure(
    new AppError('forbidden', 'You may not.'),
    form({ intent: 'shop' }),
    'en',
  )
  assert.deepEqual([status, failure.message, failure.fields], [403, 'You may not.', {}])
})

test('how long it takes is promised rather longer', () => {
  assert.deepEqual(
    [0.2, 12, 45, 61, 3600, 7200].map((seconds) => durationText(seconds, pageWords.say('en'))),
    ['a few seconds', 'about half a minute', 'about a minute', 'about 2 minutes', 'about 60 minutes', 'about 2 hours'],
  )
})
