import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFor } from '../../language/text-for.server.ts'
import { groupByCampaign, groupBySource, isRecorded, type OriginRow } from './group-origins.ts'

const t = textFor('en')
const blank: OriginRow = { sourceType: '', source: '', medium: '', campaign: '', orders: 0, revenue: '0' }
const rows: readonly OriginRow[] = [
  {
    ...blank,
    sourceType: 'utm',
    source: 'facebook',
    medium: 'paid_social',
    campaign: 'spring',
    orders: 3,
    revenue: '30.10',
  },
  {
    ...blank,
    sourceType: 'utm',
    source: 'facebook',
    medium: 'paid_social',
    campaign: 'wool',
    orders: 2,
    revenue: '20.20',
  },
  { ...blank, sourceType: 'organic', source: 'google', orders: 4, revenue: '40' },
  { ...blank, sourceType: 'typein', source: '(direct)', orders: 1, revenue: '5' },
  { ...blank, sourceType: 'admin', orders: 1, revenue: '7' },
]

test('campaigns of one source are one row of sources, and money adds up exactly', () => {
  assert.deepEqual(
    groupBySource(rows, t).map(({ label, kind, orders, revenue }) => [label, kind, orders, revenue]),
    [
      ['facebook / paid_social', 'UTM link', 5, '50.300000'],
      ['google', 'Search', 4, '40.000000'],
      ['Direct', 'Direct', 1, '5.000000'],
      ['Entered by staff', 'Entered by staff', 1, '7.000000'],
      ['Not recorded', 'Nothing recorded', 0, '0.000000'],
    ],
  )
})

test('orders without a campaign stay in sight beside those with one', () => {
  const groups = groupByCampaign([...rows, { ...blank, orders: 6, revenue: '60' }], t)
  assert.deepEqual(
    groups.map(({ label, orders }) => [label, orders]),
    [
      ['spring · facebook / paid_social', 3],
      ['wool · facebook / paid_social', 2],
      ['No campaign named', 6],
      ['Not recorded', 6],
    ],
  )
})

test('no order is lost in a grouping', () => {
  for (const groups of [groupBySource(rows, t), groupByCampaign(rows, t)]) {
    assert.equal(
      groups.reduce((sum, { orders }) => sum + orders, 0),
      11,
    )
  }
})

test('a kind of visit that a plug-in made up is shown as it calls it', () => {
  const [group] = groupBySource([{ ...blank, sourceType: 'pos_terminal', orders: 1 }], t)
  assert.deepEqual(
    [group?.label, group?.kind, isRecorded({ sourceType: 'pos_terminal', source: '' })],
    ['pos_terminal', 'pos_terminal', true],
  )
})
