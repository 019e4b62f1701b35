import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findShopsByDomain } from '@tillsight/database'
import { type AttributionOrders, type AttributionResult, type TaggedAds, toShop } from '@tillsight/domain'
import { printCreditCsv } from '../../../app/pages/attributions/load-csv.server.ts'
import { createAppServices } from '../../app-services/index.ts'
import { operator } from '../../contexts.ts'
import { getJson, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { visitOf } from '../../testing/people.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
const [row] = await findShopsByDomain(installation.runtime.stores.database.kysely, 'worked.example')
assert.ok(row)
const ctx = installation.runtime.shopContext(operator, toShop(row))
const path = '/api/v1/shops/worked.example/attribution'
const query = { ...workedRange, model: 'linear_all', level: 'campaign' } as const

const placed = Date.parse(`${workedRange.from}T12:00:00Z`)
const lists = {
  platforms: ['', ''],
  paid: [0, 0],
  account_ids: ['', ''],
  campaign_ids: ['', 'spring'],
  ad_set_ids: ['', ''],
  ad_ids: ['', ''],
}
await ctx.warehouse.insert('journeys', [
  {
    placed_at: new Date(placed),
    order_id: '1001',
    order_name: '#1001',
    person: 'p',
    customer_class: 'new',
    cancelled: 0,
    consent_gap: 0,
    previous_ms: 0,
    milestone_ms: 0,
    survey_channel: '',
    order_revenue: '27.37',
    order_revenue_back: '0',
    goods: '23',
    goods_back: '0',
    touch_ids: ['a', 'b'],
    touch_ms: [placed - 2000, placed - 1000],
    kinds: [1, 1],
    channels: ['organic_search', 'email'],
    ...lists,
    version: '9000000000000000',
    is_deleted: 0,
  },
])

test('the API, pages and files give the same credit', async () => {
  const { status, body } = await postJson<AttributionResult>(installation, `${path}/query`, { body: query })
  assert.equal(status, 200, JSON.stringify(body))
  const told = Object.fromEntries(body.rows.map(({ key, revenue }) => [key, revenue]))
  assert.deepEqual([told['organic_search////'.slice(0, -1)], told['email///spring']], ['13.69', '13.68'])
  const services = await createAppServices(installation.runtime, visitOf(installation, installation.owner)).shop(
    'worked.example',
  )
  assert.deepEqual(await services?.run('attribution.query', query), body)
  const figures = body.rows.map(({ channel, orders, revenue }) => [channel, orders, revenue])
  const exported = await services?.run('attribution.export', query)
  assert.ok(exported)
  const rows = exported.rows.filter(({ kind }) => kind === 'row')
  assert.deepEqual(
    rows.map(({ channel, orders, revenue }) => [channel, orders, revenue]),
    figures,
  )
  const file = printCreditCsv(exported.rows)
  const inFile = file.split('\n').filter((line) => line.startsWith('row,'))
  assert.equal(inFile.length, figures.length)
  for (const [nth, figure] of figures.entries())
    assert.ok(figure.every((text) => inFile[nth]?.split(',').includes(text)))
})

test('rows open into their orders, and what is wrong is named', async () => {
  const ask = { ...workedRange, model: 'linear_all', row: { channel: 'email' } }
  const { body } = await postJson<AttributionOrders>(installation, `${path}/rows`, { body: ask })
  assert.deepEqual(
    body.rows.map(({ order_id, revenue, value }) => [order_id, revenue, value]),
    [['1001', '13.68', '27.37']],
  )
  const wrong = await postJson<{ detail: string }>(installation, `${path}/query`, {
    body: { ...query, model: 'magic' },
  })
  assert.equal(wrong.status, 400)
  const report = await postJson<{ report: string }>(installation, `${path}/report`, {
    body: { ...workedRange, report: 'assists' },
  })
  assert.deepEqual([report.status, report.body.report], [200, 'assists'])
})

test('tags of ads are told with what was not filled in, by platform', async () => {
  const tags = '/api/v1/shops/worked.example/tracking'
  const { status, body } = await getJson<TaggedAds>(installation, `${tags}/metaads/ads`)
  assert.deepEqual([status, body.ads, body.unfilled], [200, [], { visits: 0, parameters: [] }])
  assert.equal((await getJson(installation, `${tags}/otherads/ads`)).status, 400)
})
