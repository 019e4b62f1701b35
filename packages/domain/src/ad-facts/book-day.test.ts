import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printFixed, roundFixed } from '@tillsight/core'
import type { AdLevel, AdRow } from '@tillsight/platforms/connectors'
import fc from 'fast-check'
import { bookDay, type LeafRow, reachOf } from './book-day.ts'

const levels: readonly AdLevel[] = ['account', 'campaign', 'ad_set', 'ad']
const rules = ['1d_click', '7d_click', 'all'] as const
const money = fc.bigInt({ min: -1_000_000_000n, max: 9_000_000_000_000n }).map((units) => printFixed(units, 6))
const claim = fc.record({ purchases: money, value: money })
const count = fc.integer({ min: 0, max: 10_000_000 })

const anyRow: fc.Arbitrary<AdRow> = fc
  .record({
    level: fc.constantFrom(...levels),
    campaign: fc.constantFrom('1', '2', '3'),
    set: fc.constantFrom('', '11', '12'),
    ad: fc.constantFrom('111', '112', '113'),
    spend: money,
    impressions: count,
    clicks: count,
    linkClicks: count,
    views: count,
    purchases: money,
    value: money,
    reach: fc.option(count),
    claims: fc.record({ '1d_click': claim, '7d_click': claim, all: claim }, { requiredKeys: [] }),
  })
  .map(({ campaign, set, ad, claims, ...row }) => ({
    ...row,
    campaignId: row.level === 'account' ? '' : campaign,
    adSetId: row.level === 'ad_set' ? set || '11' : row.level === 'ad' ? set : '',
    adId: row.level === 'ad' ? ad : '',
    claims: Object.fromEntries(
      rules.flatMap((rule) => {
        const told = claims[rule]
        return told ? [[rule, told] as const] : []
      }),
    ),
  }))

/** The platform's rows, one per entity: if an entity occurs twice, the last row counts. */
function ownRows(rows: readonly AdRow[]): AdRow[] {
  return [...new Map(rows.map((row) => [`${row.level} ${row.campaignId} ${row.adSetId} ${row.adId}`, row])).values()]
}

function isUnder(leaf: LeafRow, { level, campaignId, adSetId, adId }: AdRow): boolean {
  if (level === 'account') return true
  if (leaf.campaignId !== campaignId) return false
  if (level === 'campaign') return true
  if (leaf.adSetId !== adSetId) return false
  return level === 'ad_set' || leaf.adId === adId
}

function sum(leaves: readonly LeafRow[], pick: (leaf: LeafRow) => string | number): string {
  return printFixed(
    leaves.reduce((total, leaf) => total + roundFixed(String(pick(leaf)), 6), 0n),
    6,
  )
}

const figures = ['spend', 'impressions', 'clicks', 'linkClicks', 'views', 'purchases', 'value'] as const

function claimed(leaf: LeafRow, rule: string) {
  return leaf.claims.find((one) => one.rule === rule) ?? { purchases: '0', value: '0' }
}

test('the parts of a day add up to what the platform says at every level, for every figure and every claim rule', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const leaves = bookDay({ rows })
      const own = ownRows(rows)
      for (const row of own) {
        const parts = leaves.filter((leaf) => isUnder(leaf, row))
        for (const figure of figures) {
          assert.equal(
            sum(parts, (leaf) => leaf[figure]),
            printFixed(roundFixed(String(row[figure]), 6), 6),
            `${figure} of ${row.level} ${row.campaignId}/${row.adSetId}/${row.adId}`,
          )
        }
        const told = rules.filter((rule) => own.some((other) => other.level === row.level && rule in other.claims))
        for (const rule of told) {
          for (const figure of ['purchases', 'value'] as const) {
            assert.equal(
              sum(parts, (leaf) => claimed(leaf, rule)[figure]),
              printFixed(roundFixed(row.claims[rule]?.[figure] ?? '0', 6), 6),
              `${rule} ${figure} of ${row.level}`,
            )
          }
        }
      }
    }),
    { numRuns: 400 },
  )
})

test('no part of a day is nothing, and none is there twice', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const leaves = bookDay({ rows })
      const isNothing = (leaf: LeafRow) => figures.every((figure) => Number(leaf[figure]) === 0) && !leaf.claims.length
      assert.ok(!leaves.some(isNothing))
      const names = leaves.map(({ campaignId, adSetId, adId }) => `${campaignId} ${adSetId} ${adId}`)
      assert.equal(new Set(names).size, names.length)
    }),
  )
})

test('the order of rows does not matter while no place is told twice', () => {
  const byName = (one: LeafRow, other: LeafRow) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 30 }).chain((rows) => fc.tuple(fc.constant(ownRows(rows)), fc.nat())),
      ([rows, turn]) => {
        const at = rows.length === 0 ? 0 : turn % rows.length
        const turned = [...rows.slice(at), ...rows.slice(0, at)].toReversed()
        assert.deepEqual(bookDay({ rows: turned }).toSorted(byName), bookDay({ rows }).toSorted(byName))
      },
    ),
  )
})

function row(level: AdLevel, ids: readonly string[], told: Partial<AdRow>): AdRow {
  const [campaignId = '', adSetId = '', adId = ''] = ids
  return {
    level,
    campaignId,
    adSetId,
    adId,
    spend: '0',
    impressions: 0,
    clicks: 0,
    linkClicks: 0,
    views: 0,
    purchases: '0',
    value: '0',
    reach: null,
    claims: {},
    ...told,
  }
}

test('ad level below the total: what a level has beyond its parts is not attributable to one of them, also when it is negative', () => {
  const rows = [
    row('account', [], { spend: '100' }),
    row('campaign', ['1'], { spend: '100' }),
    row('ad_set', ['1', '2'], { spend: '90' }),
    row('ad', ['1', '2', '3'], { spend: '95.5' }),
  ]
  const told = bookDay({ rows }).map(({ campaignId, adSetId, adId, spend }) => [campaignId, adSetId, adId, spend])
  assert.deepEqual(told, [
    ['1', '2', '3', '95.500000'],
    ['1', '2', '', '-5.500000'],
    ['1', '', '', '10.000000'],
  ])
})

test('a campaign that is told of as a whole only is one row, and a level that is not told leaves nothing over', () => {
  assert.deepEqual(
    bookDay({ rows: [row('campaign', ['9'], { spend: '12.3456789' })] }).map(({ campaignId, adSetId, spend }) => [
      campaignId,
      adSetId,
      spend,
    ]),
    [['9', '', '12.345679']],
  )
})

test('people reached are kept as told for each place and never added up', () => {
  const rows = [
    row('campaign', ['1'], { spend: '1', reach: 1700 }),
    row('ad', ['1', '2', '3'], { spend: '1', reach: 1000 }),
    row('ad', ['1', '2', '4'], { spend: '1', reach: 1200 }),
    row('account', [], { spend: '1' }),
  ]
  assert.deepEqual(
    reachOf({ rows }).map(({ level, reach }) => [level, reach]),
    [
      ['campaign', 1700],
      ['ad', 1000],
      ['ad', 1200],
    ],
  )
})
