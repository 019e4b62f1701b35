import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { AlertView } from '@tillsight/domain'
import { languages } from '../../language/languages.ts'
import { shopVerbsOf } from '../../testing.ts'
import { readTyped, saveAlert, toTyped, toWatched } from './alert-form.server.ts'
import { changeAlerts, loadAlerts, toAlertFailure } from './alerts.server.ts'
import { proposals } from './model.ts'
import { type AlertPlace, printAlert, printPreview } from './print-alert.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

const metrics = [
  { key: 'sales', label: 'Sales', unit: 'money' },
  { key: 'refundRate', label: 'Refund rate', unit: 'percent' },
] as unknown as AlertPlace['catalogue']['metrics']
const catalogue = { metrics, dimensions: [], platforms: [] }
const place: AlertPlace = {
  zone: 'Europe/Berlin',
  language: 'en',
  format: { currency: 'EUR', decimals: 2, language: 'en' },
  catalogue,
}

function view(changes: Partial<AlertView> = {}): AlertView {
  return {
    id: 'a',
    name: 'Sales fell',
    metric: 'sales',
    filters: [],
    op: 'below',
    window: 'day',
    bound: { changeAgainst: 'same_weekday', percent: '-30' },
    minOrders: 20,
    severity: null,
    to: [{ channel: 'mail', person: 'me' }],
    state: 'ok',
    lookedAt: null,
    createdAt: '2026-11-02T10:00:00.000Z',
    episodes: [],
    ...changes,
  }
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

suite('an alert in words', () => {
  test('says what it watches, where it goes and when it fired', () => {
    const found = {
      metric: 'sales',
      window: { from: '2026-11-21T23:00:00.000Z', until: '2026-11-22T13:00:00.000Z' },
      value: '640',
      expected: '1010',
      z: '-4.94',
      currency: 'EUR',
      parts: [],
      open: [],
      findings: ['The script is silent'],
    }
    const episode = { ...found, id: 'e', firedAt: '2026-11-22T13:05:00.000Z', resolvedAt: null }
    const slack = [{ id: 's', name: '#sales', state: 'on', reason: '', createdAt: '', postedAt: null } as const]
    const printed = printAlert(
      view({
        state: 'firing',
        to: [
          { channel: 'mail', person: 'me' },
          { channel: 'slack', id: 's' },
        ],
        episodes: [episode],
      }),
      slack,
      place,
    )
    assert.equal(printed.rule, 'Sales: below −30.0% against the same weekday · the day · at least 20 orders')
    assert.deepEqual([printed.where, printed.state, printed.tone], ['Inbox · Email · Slack: #sales', 'Firing', 'bad'])
    assert.deepEqual(printed.times, [
      {
        key: 'e',
        when: 'since 22 Nov 2026, 14:05',
        what: '€640.00 instead of €1,010.00',
        search: '?from=2026-11-22&to=2026-11-22&open=sales',
        findings: [{ text: 'The script is silent', isEnglish: false }],
      },
    ])
    const finding = view({ op: 'finding', metric: null, window: null, bound: null, minOrders: 0, severity: 'error' })
    assert.equal(printAlert(finding, [], place).rule, 'Data errors: something is being lost')
  })

  test('says how often it would have fired, the newest first', () => {
    const times = Array.from({ length: 12 }, (_, index) => ({
      day: `2026-10-${10 + index}`,
      hour: 9,
      value: '5',
      expected: '9',
      z: null,
    }))
    const looked = { from: '', to: '', currency: 'EUR', fired: 12, times, unknownDays: 3 }
    const printed = printPreview(looked, 'sales', place)
    assert.ok(printed.kind === 'looked')
    assert.deepEqual(
      [printed.summary, printed.isOften, printed.times.length, printed.more, printed.times[0]],
      [
        'It would have fired 12 times.',
        true,
        10,
        'And 2 earlier times.',
        {
          key: '2026-10-21 9',
          when: 'Wed 21 Oct 2026, 09:00',
          what: '€5.00 instead of €9.00',
          search: null,
          findings: [],
        },
      ],
    )
    const never = printPreview({ ...looked, fired: 0, times: [], unknownDays: 0 }, 'sales', place)
    assert.deepEqual(never, {
      kind: 'looked',
      summary: 'It would not have fired.',
      isOften: false,
      times: [],
      more: null,
      unknown: null,
    })
  })

  test('has every text in every language, with its values', () => {
    const all = { en, de, fr, es, nl, ar }
    for (const language of languages) {
      for (const [key, text] of Object.entries(all[language])) {
        const names = (of: string) => [...new Set(of.match(/(?<=\{)\w+(?=[,}])/g))].toSorted()
        assert.ok(text !== '', `${language} ${key}`)
        if (!text.includes('plural')) assert.deepEqual(names(text), names(Reflect.get(en, key)), `${language} ${key}`)
      }
    }
  })

  test('counts in the forms of the language', () => {
    const rule = (minOrders: number, language: AlertPlace['language']) =>
      printAlert(view({ minOrders }), [], { ...place, language })
        .rule.split(' · ')
        .at(-1)
    assert.deepEqual(
      [rule(1, 'de'), rule(20, 'de'), rule(2, 'ar')],
      ['ab 1 Bestellung', 'ab 20 Bestellungen', 'من طلبين'],
    )
  })
})

suite('a form', () => {
  const typed = (fields: Readonly<Record<string, string>>) => readTyped(form({ op: 'below', ...fields }))
  const watched = (fields: Readonly<Record<string, string>>) => toWatched(typed(fields), catalogue)
  const address = (rows: readonly (readonly [operator: string, filter: string])[], button = '') => {
    const search = rows.map(([operator, filter]) => `operator=${operator}&filter=${encodeURIComponent(filter)}`)
    return new URLSearchParams(['op=below', ...search, button].join('&'))
  }

  test('reads a change the way that is watched, unless it has a sign', () => {
    const percentOf = (op: string, bound: string) => {
      const read = watched({ op, bound }).bound
      return read && 'percent' in read ? read.percent : undefined
    }
    assert.deepEqual(
      [percentOf('below', '30'), percentOf('below', '+30'), percentOf('above', '12,5 %'), percentOf('above', '−5')],
      ['-30', '30', '12.5', '-5'],
    )
  })

  test('reads values in the unit that people see', () => {
    assert.deepEqual(watched({ kind: 'value', bound: '12.5', metric: 'refundRate' }), {
      op: 'below',
      metric: 'refundRate',
      window: 'day',
      filters: [],
      bound: { value: '0.125' },
      minOrders: 20,
    })
    assert.deepEqual(watched({ op: 'finding', severity: 'warning' }), { op: 'finding', severity: 'warning' })
    assert.deepEqual(watched({ op: 'unusual', metric: 'sales' }), {
      op: 'unusual',
      metric: 'sales',
      window: 'day',
      filters: [],
    })
  })

  test('takes rows about the same thing as alternatives, and leaves out what is not chosen', () => {
    const rows = address([
      ['is', 'country:DE'],
      ['is', 'gateway:a:b'],
      ['is', 'country:AT'],
      ['is_not', 'country:CH'],
      ['is', 'country:DE'],
      ['is', ''],
    ])
    assert.deepEqual(toWatched(readTyped(rows), catalogue).filters, [
      { dimension: 'country', operator: 'is', values: ['DE', 'AT'] },
      { dimension: 'gateway', operator: 'is', values: ['a:b'] },
      { dimension: 'country', operator: 'is_not', values: ['CH'] },
    ])
  })

  test('has a row more or less by a button, without scripts', () => {
    const rows = [
      ['is', 'country:DE'],
      ['is_not', 'country:AT'],
    ] as const
    const valuesOf = (button: string) => readTyped(address(rows, button)).filters.map(({ value }) => value)
    assert.deepEqual(valuesOf('more=1'), ['country:DE', 'country:AT', ''])
    assert.deepEqual(valuesOf('without=0'), ['country:AT'])
    assert.deepEqual(valuesOf('without=nonsense'), ['country:DE', 'country:AT'])
  })

  test('shows a stored alert so that saving it changes nothing', () => {
    const filters = [
      { dimension: 'country', operator: 'is_not' as const, values: ['DE', 'AT'] },
      { dimension: 'product', operator: 'is' as const, values: ['7'] },
    ]
    for (const alert of [
      view(),
      view({ bound: { changeAgainst: 'same_weekday', percent: '10' }, filters }),
      view({ op: 'above', bound: { changeAgainst: 'same_weekday', percent: '-5' } }),
      view({ op: 'above', metric: 'refundRate', bound: { value: '0.125' }, minOrders: 0 }),
      view({
        op: 'above',
        bound: { value: '-100' },
        filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }],
      }),
    ]) {
      const { op, metric, window, bound, minOrders } = alert
      assert.deepEqual(toWatched(toTyped(alert, catalogue), catalogue), {
        op,
        metric,
        window,
        filters: alert.filters,
        bound,
        minOrders,
      })
    }
  })

  test('keeps the place in Slack of whoever may not choose one', async () => {
    const saved: unknown[] = []
    const to = [{ channel: 'slack' as const, id: 's' }]
    const run = shopVerbsOf({
      'alert.list': async () => ({ items: [view({ to })], slack: [] }),
      'alert.change': async (input) => void saved.push(input.to),
      'alert.add': async (input) => void saved.push(input.to),
    })
    const services = (useSlack: boolean) => ({ run, catalogue: () => catalogue, may: { useSlack } })
    const save = (useSlack: boolean, id: string | null, fields: Readonly<Record<string, string>>) =>
      saveAlert(services(useSlack) as unknown as Parameters<typeof saveAlert>[0], {
        id,
        form: form({ op: 'below', name: 'x', ...fields }),
      })
    await save(false, 'a', { mail: 'on' })
    await save(true, 'a', { slack: '' })
    await save(false, null, { slack: 's' })
    assert.deepEqual(saved, [[{ channel: 'mail' }, ...to], [], []])
  })

  test('adds what is proposed, named in the language of the page', async () => {
    const added: unknown[] = []
    const run = shopVerbsOf({ 'alert.add': async (input) => void added.push([input.name, input.op]) })
    for (const proposal of proposals) await changeAlerts(run, form({ intent: 'propose', proposal }), 'de')
    assert.deepEqual(added[0], ['Umsatz um 30 % gefallen', 'below'])
    assert.equal(added.length, 4)
    await assert.rejects(changeAlerts(run, form({ intent: 'propose', proposal: 'toString' }), 'en'), {
      code: 'invalid_input',
    })
  })

  test('that is refused keeps what was typed, with the reason at its field, in the language of the page', () => {
    const refusal = new AppError('invalid_input', 'No number.', { problems: { 'bound.percent': 'No number.' } })
    const sent = form({ op: 'above', bound: 'x', filter: 'country:DE', operator: 'is_not' })
    const { failure, status } = toAlertFailure(refusal, sent, 'en')
    assert.deepEqual([status, failure.fields, failure.typed?.bound], [400, { bound: 'No number.' }, 'x'])
    assert.deepEqual(failure.typed?.filters, [{ operator: 'is_not', value: 'country:DE' }])
    assert.deepEqual(toAlertFailure(refusal, sent, 'de').failure.fields, { bound: de['refused.bound'] })
    const gone = toAlertFailure(new AppError('not_found', 'Gone.'), form({ intent: 'remove' }), 'en')
    assert.deepEqual([gone.status, gone.failure.typed], [404, null])
    const lost = toAlertFailure(new AppError('forbidden', 'Not yours.'), form({ intent: 'remove' }), 'fr')
    assert.deepEqual([lost.status, /Votre rôle/.test(lost.failure.message)], [403, true])
  })
})

test('the list says in words what the verb answers', async () => {
  const run = shopVerbsOf({
    'alert.list': async () => ({
      items: [view({ state: 'paused' })],
      slack: [{ id: 's', name: '#sales', state: 'off', reason: 'Slack answered 404.', createdAt: '', postedAt: null }],
    }),
  })
  const { alerts, slack } = await loadAlerts(run, { place, quiet: null })
  assert.deepEqual([alerts[0]?.state, alerts[0]?.isPaused], ['Paused', true])
  assert.deepEqual(slack, [
    { id: 's', name: '#sales', isOn: false, standing: 'Switched off', reason: 'Slack answered 404.' },
  ])
})
