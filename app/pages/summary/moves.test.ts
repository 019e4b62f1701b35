import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePatch } from '@tillsight/core/merge-patch'
import { Preference } from '@tillsight/domain/inputs'
import fc from 'fast-check'
import { arrange, changeSection, type PreferencePatch, pinsOf } from './arrange.ts'
import {
  type Arranged,
  addWidget,
  changeSettings,
  hide,
  moveSection,
  moveTo,
  pinnedRow,
  remove,
  resetAll,
  rowsOf,
  spotOf,
  togglePin,
  undoOf,
} from './moves.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'

const metrics = ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers', 'orderRevenue', 'grossSales', 'taxes']

const catalogue: SummaryCatalogue = {
  platform: 'woocommerce',
  sections: [
    { id: 'woocommerce', name: 'WooCommerce', type: 'store', isConnected: true },
    { id: 'metaads', name: 'Meta Ads', type: 'ads', isConnected: false },
    { id: 'blended', name: 'Blended', type: 'blended', isConnected: true },
  ],
  stats: [
    ...metrics.map((metric) => stat('woocommerce', metric)),
    stat('metaads', 'spend'),
    stat('blended', 'aovNew'),
    stat('blended', 'repeatRate'),
  ],
  dimensions: [{ key: 'country', label: 'Country', isOfAds: false }],
}

test('pinning adds the key at the end, pinning again takes it away', () => {
  const once = changed(arranged({}), (now) => togglePin('woocommerce.taxes', now))
  assert.equal(pinsOf(once.summary, catalogue).at(-1), 'woocommerce.taxes')
  assert.equal(once.summary.stats.pins.length, 6)
  const twice = changed(once, (now) => togglePin('woocommerce.taxes', now))
  assert.equal(twice.summary.stats.pins.length, 5)
})

test('the last pin can be taken away', () => {
  const one = arranged({ stats: { pins: ['woocommerce.taxes'] } })
  assert.deepEqual(changed(one, (now) => togglePin('woocommerce.taxes', now)).arrangement.pinned, [])
})

test('pinning shows what was hidden, hiding takes a pin away', () => {
  const hidden = changed(arranged({}), (now) => hide(frameOf('woocommerce.sales', now), now))
  assert.equal(spotOf('woocommerce.sales', hidden.arrangement), undefined)
  assert.equal(hidden.arrangement.pinned.length, 4)
  const shown = changed(hidden, (now) => togglePin('woocommerce.sales', now))
  assert.deepEqual(spotOf('woocommerce.sales', shown.arrangement), { row: pinnedRow, index: 4 })
  assert.equal(shown.summary.stats['woocommerce.sales']?.hidden, undefined)
})

test('a widget goes wherever it is put: within its row, to another section, to the pins and back', () => {
  const spots = [
    { row: 'woocommerce', index: 0 },
    { row: 'blended', index: 1 },
    { row: pinnedRow, index: 2 },
    { row: 'woocommerce', index: 3 },
  ]
  let now = arranged({})
  for (const spot of spots) {
    now = changed(now, (at) => moveTo('woocommerce.taxes', spot, at))
    assert.deepEqual(spotOf('woocommerce.taxes', now.arrangement), spot)
  }
})

test('after any row of moves the widget stands where it was put last, and nothing is lost', () => {
  const move = fc.record({
    key: fc.constantFrom('woocommerce.taxes', 'woocommerce.sales', 'woocommerce.chart', 'blended.aovNew'),
    row: fc.constantFrom(pinnedRow, 'woocommerce', 'blended'),
    index: fc.nat(12),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let now = arranged({})
      for (const { key, row, index } of moves) {
        const others = rowsOf(now.arrangement)
          .find(({ id }) => id === row)
          ?.widgets.filter((each) => each.key !== key)
        const spot = { row, index: Math.min(index, others?.length ?? 0) }
        now = changed(now, (at) => moveTo(key, spot, at))
        assert.deepEqual(spotOf(key, now.arrangement), spot)
      }
      assert.equal(new Set(keysOf(now)).size, keysOf(arranged({})).length)
    }),
  )
})

test('between two places that are too close the section is numbered anew', () => {
  let now = arranged({})
  for (let step = 0; step < 80; step += 1) {
    const key = step % 2 === 0 ? 'woocommerce.taxes' : 'woocommerce.grossSales'
    now = changed(now, (at) => moveTo(key, { row: 'woocommerce', index: 1 }, at))
    assert.deepEqual(spotOf(key, now.arrangement), { row: 'woocommerce', index: 1 })
  }
})

test('sections change places, fold and hide', () => {
  const moved = changed(arranged({}), (now) => moveSection('blended', 0, now))
  assert.deepEqual(moved.summary.channelOrder, ['blended', 'woocommerce', 'metaads'])
  const folded = changed(moved, () => changeSection('blended', { collapsed: true }))
  assert.equal(folded.arrangement.sections[0]?.isCollapsed, true)
  assert.deepEqual(
    changed(folded, () => changeSection('blended', { collapsed: false })).summary.stats['section.blended'],
    {},
  )
})

test('an added widget stands at the end of its section and can be removed for good', () => {
  const added = changed(arranged({}), (now) =>
    addWidget({ key: 'own.a', section: 'blended', stat: 'woocommerce.sales', kind: 'goal', goal: '10' }, now),
  )
  assert.deepEqual(spotOf('own.a', added.arrangement), { row: 'blended', index: 2 })
  const pinned = changed(added, (now) => togglePin('own.a', now))
  const gone = changed(pinned, (now) => remove(frameOf('own.a', now), now))
  assert.equal('own.a' in gone.summary.stats, false)
  assert.equal(gone.summary.stats.pins.includes('own.a'), false)
})

test('resetting leads back to the beginning, and taking that back leads forth again', () => {
  const begun = changed(
    changed(arranged({}), () => changeSettings('woocommerce.chart', { size: 4, kind: 'area' })),
    (now) => hide(frameOf('woocommerce.orders', now), now),
  )
  const patch = resetAll(begun)
  const undo = undoOf(patch, { summary: begun.summary })
  const reset = changed(begun, () => patch)
  assert.deepEqual(reset.arrangement, arranged({}).arrangement)
  assert.deepEqual(changed(reset, () => undo).arrangement, begun.arrangement)
})

function changed(
  now: Arranged,
  change: (now: Arranged) => PreferencePatch | Readonly<Record<string, unknown>>,
): Arranged {
  const next = mergePatch({ summary: now.summary }, change(now))
  return arranged(Preference.parse(next).summary)
}

function arranged(summary: object): Arranged {
  const parsed = Preference.parse({ summary }).summary
  return { summary: parsed, catalogue, arrangement: arrange(parsed, catalogue, { metric: 'sales', by: 'country' }) }
}

function frameOf(key: string, { arrangement }: Arranged) {
  const frame = rowsOf(arrangement)
    .flatMap(({ widgets }) => widgets)
    .find((widget) => widget.key === key)
  assert.ok(frame)
  return frame
}

function keysOf({ arrangement }: Arranged): string[] {
  return rowsOf(arrangement).flatMap(({ widgets }) => widgets.map(({ key }) => key))
}

function stat(section: string, metric: string) {
  return { key: `${section}.${metric}`, section, metric, label: metric, unit: 'money' as const }
}
