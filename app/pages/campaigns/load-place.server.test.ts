import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '../../blocks/breakdown-table/testing.ts'
import { loadPlace } from './load-place.server.ts'
import { stage } from './testing.ts'

const rows = { ad: { 'metaads/1/10/5/7': '60.00', 'metaads/1/10/5/': '1.00', 'metaads/1/11/6/8': '40.00' } }
const place = {
  key: 'metaads/1/10',
  name: 'Spring',
  kind: 'Sales',
  landingUrl: 'javascript:alert(1)',
  startsOn: '2026-03-01',
} as const

test('a place has its figures, its days from the newest, and its ads', async () => {
  const { question, asked } = stage({ search: '?place=campaign%3Ametaads%2F1%2F10&sort=name', rows, places: [place] })
  const opened = await loadPlace(question)
  assert.ok(opened)
  assert.deepEqual([opened.title, opened.path], ['Spring', 'Meta Ads'])
  assert.deepEqual(
    opened.buckets.rows.map(({ figures }) => textsOf({ ...opened, ...opened.buckets }, { figures })[0]),
    ['€2.00', '€1.00'],
  )
  assert.deepEqual(
    opened.ads.map(({ id }) => id),
    ['ad:metaads/1/10/5/7'],
    'what belongs to no ad is none',
  )
  const whole = asked.find(({ dimensions }) => dimensions === undefined)
  assert.deepEqual(whole?.filters, [{ dimension: 'campaign', operator: 'is', values: ['metaads/1/10'] }])
  assert.equal(
    asked.find(({ dimensions }) => dimensions?.[0] === 'ad')?.order?.by,
    'adSpend',
    'whatever the table is sorted by',
  )
})

test('an address that platforms tell is a link only if it is one', async () => {
  const { question } = stage({ search: '?place=campaign%3Ametaads%2F1%2F10', rows, places: [place] })
  const landing = (await loadPlace(question))?.facts.find(({ label }) => label === 'Landing page')
  assert.deepEqual(landing, { label: 'Landing page', text: 'javascript:alert(1)' })
})

test('hours are asked for as days', async () => {
  const { question, asked } = stage({ search: '?range=today&place=channel%3Ametaads' })
  await loadPlace(question)
  assert.equal(asked.find(({ dimensions }) => dimensions === undefined)?.interval, 'day')
})

test('an address that opens nothing asks nothing', async () => {
  const { question, asked } = stage({ search: '?place=nonsense' })
  assert.equal(await loadPlace(question), undefined)
  assert.equal(asked.length, 0)
})
