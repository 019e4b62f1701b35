import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Preference } from '@tillsight/domain/inputs'
import { complete, defaultPreference } from './complete.ts'
import { toFarewell, toWire } from './preference-store.ts'

const stored = complete({
  summary: { stats: { pins: ['woocommerce.sales'], 'own.a': { size: 2, kind: 'line' }, 'own.b': { size: 1 } } },
})

test('the defaults are those of the schema', () => {
  assert.deepEqual(defaultPreference, Preference.parse({}))
  assert.deepEqual(complete({}), defaultPreference)
  assert.deepEqual(complete({ theme: 'dark' }), { ...defaultPreference, theme: 'dark' })
})

suite('what is sent', () => {
  test('is the whole preference after the summary was arranged, with null for what is removed', () => {
    const patches = [
      { summary: { stats: { 'own.a': { kind: null, size: 3 } } } },
      { summary: { stats: { 'own.b': null, pins: [] } } },
    ]
    assert.deepEqual(toWire(stored, patches), {
      ...defaultPreference,
      summary: {
        ...defaultPreference.summary,
        stats: { pins: [], 'own.a': { kind: null, size: 3 }, 'own.b': null },
      },
    })
  })

  test('is only what was chosen of the rest, also when it is what was shown', () => {
    assert.deepEqual(toWire(stored, [{ currency: 'USD' }]), { currency: 'USD' })
    assert.deepEqual(toWire(stored, [{ currency: 'CHF' }, { currency: 'EUR', decimal: 0 }]), {
      currency: 'EUR',
      decimal: 0,
    })
    assert.deepEqual(toWire(stored, [{ currency: null }]), { currency: null })
    const both = toWire(stored, [{ theme: 'dark' }, { summary: { layout: { grid: 3 } } }])
    assert.deepEqual(both, { theme: 'dark', summary: { ...stored.summary, layout: { grid: 3, fluid: false } } })
  })

  test('on leaving is only what changes', () => {
    assert.deepEqual(toFarewell(stored, [{ summary: { layout: { grid: 3 }, stats: { 'own.b': null } } }]), {
      summary: { layout: { grid: 3 }, stats: { 'own.b': null } },
    })
    assert.deepEqual(toFarewell(stored, [{ currency: 'USD' }]), { currency: 'USD' })
    assert.deepEqual(toFarewell(stored, [{ currency: 'CHF' }, { currency: null }]), { currency: null })
  })
})
