import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addAmounts, amountText, parseAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { type FigureResult, importRates, type MetricAnswer, type OrderResult, run } from '@tillsight/domain'
import { describeCatalogue } from '@tillsight/metrics'
import { loadOrder } from '../../../app/blocks/order/load-order.server.ts'
import { createAppServices } from '../../app-services/index.ts'
import { getJson, type Problem, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { visitOf } from '../../testing/people.ts'
import { workedOrders, workedRange, workedTotals } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
await addShop(installation, { domain: 'empty.example', currency: 'JPY', zone: 'Asia/Tokyo' })

const shop = '/api/v1/shops/worked.example'
const range = `from=${workedRange.from}&to=${workedRange.to}`

async function ask(question: object, domain = 'worked.example'): Promise<MetricAnswer> {
  const path = `/api/v1/shops/${domain}/metrics/query`
  const { status, body } = await postJson<MetricAnswer>(installation, path, { body: { ...workedRange, ...question } })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function rows(metric: string, more = ''): Promise<FigureResult> {
  const { status, body } = await getJson<FigureResult>(installation, `${shop}/metrics/${metric}/rows?${range}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('the catalogue names every metric with its formula', async () => {
  const { body } = await getJson<{ metrics: { key: string; formula: string; unit: string; better: string }[] }>(
    installation,
    '/api/v1/metrics',
  )
  const keys = body.metrics.map(({ key }) => key)
  for (const key of [...Object.keys(workedTotals), 'trueaov']) assert.ok(keys.includes(key), key)
  for (const { key, formula, unit, better } of body.metrics) assert.ok(formula && unit && better, key)
})

test('figures of a period are the ones worked out by hand: money as text, counts as numbers', async () => {
  const response = await ask({ metrics: Object.keys(workedTotals) })
  assert.deepEqual(response.totals, workedTotals)
  assert.deepEqual([response.range, response.timezone, response.currency], [workedRange, 'Europe/Berlin', 'EUR'])
  assert.deepEqual([response.freshness, response.warnings], [{}, []])
})

test('pages get exactly the same answer', async () => {
  const shopServices = await createAppServices(installation.runtime, visitOf(installation, installation.owner)).shop(
    'worked.example',
  )
  const question = {
    metrics: Object.keys(workedTotals),
    dimensions: ['country'],
    interval: 'day',
    compare: 'previous_period',
  }
  const days = { from: parseDay(workedRange.from), to: parseDay(workedRange.to) }
  const page = await shopServices?.run('metrics.query', {
    ...question,
    ...days,
    interval: 'day',
    compare: 'previous_period',
  })
  assert.deepEqual(page, await ask(question))
  const figure = await shopServices?.run('metrics.rows', { metric: 'sales', ...days })
  assert.deepEqual(figure, await rows('sales'))
  const order = shopServices && (await loadOrder(shopServices, '1001'))
  assert.deepEqual(order?.totals, { gross: '25.000000', discount: '2.000000', tax: '4.370000', total: '27.370000' })
})

test('a ratio over nothing has no value, and a sum of nothing is nought', async () => {
  const { totals } = await ask({ metrics: ['sales', 'orders', 'aov', 'trueaov'] }, 'empty.example')
  assert.deepEqual(totals, { sales: '0.00', orders: 0, aov: null, trueaov: null })
})

test('a comparison is answered with its own range, totals and changes', async () => {
  const { compare } = await ask({ metrics: ['sales', 'orders', 'aov'], compare: 'previous_period' })
  assert.deepEqual(compare?.range, { from: '2025-03-07', to: '2025-03-09' })
  assert.deepEqual(compare.totals, { sales: '119.00', orders: 1, aov: '119.00' })
  assert.equal(compare.changes.orders?.relative, '3')
  const year = await ask({ metrics: ['sales'], compare: 'previous_year' })
  assert.deepEqual(year.compare?.range, { from: '2024-03-10', to: '2024-03-12' })
  const own = await ask({ metrics: ['sales'], compare: { from: '2025-03-08', to: '2025-03-08' } })
  assert.deepEqual(own.compare?.totals, { sales: '119.00' })
})

test('a series has a point for every shop day, week or month of the range', async () => {
  const days = await ask({ metrics: ['sales', 'aov'], interval: 'day' })
  assert.deepEqual(days.series, [
    { at: '2025-03-10', values: { sales: '86.87', aov: '43.435' } },
    { at: '2025-03-11', values: { sales: '0.36', aov: '0.36' } },
    { at: '2025-03-12', values: { sales: '-59.50', aov: '0.00' } },
  ])
  const months = await ask({ metrics: ['orders'], from: '2025-02-01', to: '2025-03-31', interval: 'month' })
  assert.deepEqual(months.series, [
    { at: '2025-02-01', values: { orders: 0 } },
    { at: '2025-03-01', values: { orders: 5 } },
  ])
  const hours = await ask({ metrics: ['orders'], interval: 'hour' })
  assert.equal(hours.series?.length, 72)
  assert.deepEqual(
    hours.series.filter(({ values }) => values.orders !== 0).map(({ at }) => at),
    ['2025-03-10T09:00:00Z', '2025-03-10T22:00:00Z', '2025-03-10T23:00:00Z', '2025-03-12T08:00:00Z'],
  )
})

test('a breakdown is paged with a cursor and adds up to the total', async () => {
  const question = { metrics: ['sales', 'orders'], dimensions: ['country'] }
  const whole = await ask(question)
  assert.deepEqual(whole.rows, [
    { dimensions: { country: 'DE' }, values: { sales: '27.73', orders: 3 } },
    { dimensions: { country: 'AT' }, values: { sales: '0.00', orders: 1 } },
  ])
  const first = await ask({ ...question, limit: 1 })
  assert.ok(first.cursor)
  const second = await ask({ ...question, limit: 1, cursor: first.cursor })
  assert.deepEqual([...(first.rows ?? []), ...(second.rows ?? [])], whole.rows)
  assert.equal(second.cursor, undefined)
})

test('filters keep or drop, and totals follow', async () => {
  const totals = async (filter: object) => (await ask({ metrics: ['orderRevenue'], filters: [filter] })).totals
  assert.deepEqual(await totals({ dimension: 'country', operator: 'is', values: ['AT'] }), { orderRevenue: '59.50' })
  assert.deepEqual(await totals({ dimension: 'country', operator: 'is_not', values: ['AT'] }), {
    orderRevenue: '27.73',
  })
  assert.deepEqual(await totals({ dimension: 'coupon', operator: 'is', values: ['SPRING'] }), { orderRevenue: '27.37' })
})

test('another currency is converted day by day, and a missing rate is said instead of guessed', async () => {
  const without = await ask({ metrics: ['sales', 'orders'], currency: 'USD' })
  assert.deepEqual(without.totals, { sales: null, orders: 4 })
  assert.match(without.warnings.join(' '), /no exchange rate from EUR to USD/)
  const csv = 'Date,CHF\n2025-03-10,0.9\n2025-03-11,0.5\n2025-03-12,2\n'
  await run(importRates, await installation.contexts.anyShop(), { csv })
  const { totals, currency } = await ask({ metrics: ['sales'], currency: 'CHF' })
  assert.equal(currency, 'CHF')
  assert.equal(totals.sales, '-40.637', '86.87 × 0.9 + 0.36 × 0.5 − 59.50 × 2')
})

/** All pages of a drill-down, checked for consistency. */
async function allRows(metric: string, limit: number): Promise<FigureResult> {
  const first = await rows(metric, `&limit=${limit}`)
  const all = [...first.rows]
  for (let { cursor } = first; cursor !== undefined; ) {
    const page = await rows(metric, `&limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
    assert.ok(page.rows.length >= 1 && page.rows.length <= limit)
    assert.deepEqual([page.count, page.value, page.contribution], [first.count, first.value, first.contribution])
    all.push(...page.rows)
    cursor = page.cursor
  }
  assert.equal(all.length, first.count, metric)
  return { ...first, rows: all }
}

test('drill-down rows add up to every figure exactly', async () => {
  const metrics = describeCatalogue().metrics.map(({ key }) => key)
  const { totals } = await ask({ metrics })
  for (const metric of metrics) {
    const figure = await allRows(metric, 100)
    assert.equal(figure.value, totals[metric], metric)
    const sum = (pick: (row: FigureResult['rows'][number]) => string | undefined) =>
      amountText(addAmounts(...figure.rows.map((row) => parseAmount(pick(row) ?? '0'))))
    assert.equal(
      sum((row) => row.contribution),
      amountText(parseAmount(figure.contribution)),
      metric,
    )
    if (figure.denominator === undefined) continue
    assert.equal(
      sum((row) => row.denominator),
      amountText(parseAmount(figure.denominator)),
      metric,
    )
  }
})

test('pages of a drill-down of any size hold the same rows in the same order', async () => {
  const whole = await rows('sales')
  for (const limit of [1, 2, 3]) assert.deepEqual((await allRows('sales', limit)).rows, whole.rows)
})

test('drill-down takes filters from the address', async () => {
  const returned = await rows('returns', '&filter=country:AT&filter=country:DE')
  assert.deepEqual(
    returned.rows.map(({ orderId, kind, contribution }) => [orderId, kind, contribution]),
    [['1002', 'refund', '59.50']],
  )
  assert.equal((await rows('returns', '&filter=country!:AT')).count, 0)
})

test('an order is shown with its ledger rows; its amounts are the ones in the figures', async () => {
  const { body } = await getJson<OrderResult>(installation, `${shop}/orders/1002`)
  assert.deepEqual(
    [body.id, body.name, body.counted, body.country, body.customerClass],
    ['1002', '=1002', true, 'AT', 'new'],
  )
  assert.deepEqual(
    body.rows.map(({ kind, side, gross, tax }) => [kind, side, gross, tax]),
    [
      ['order', 'sale', '50.000000', '9.500000'],
      ['refund', 'return', '-50.000000', '-9.500000'],
    ],
  )
})

test('what cannot be answered says why and what to do, as problem+json', async () => {
  const cases: readonly [body: unknown, status: number, detail: RegExp][] = [
    [{ ...workedRange, metrics: ['sale'] }, 400, /no metric “sale”: did you mean sales/],
    [{ ...workedRange, metrics: ['sales'], dimensions: ['planet'] }, 400, /planet/],
    [{ ...workedRange, metrics: [] }, 400, /at least one metric/],
    [{ ...workedRange, metrics: ['sales'], colour: 'red' }, 400, /colour/],
    [{ metrics: ['sales'], from: '2025-03-12', to: '2025-03-10' }, 400, /before it begins.*swap/],
    [{ metrics: ['sales'], from: '2025-02-30', to: '2025-03-10' }, 400, /2025-02-30/],
    [{ metrics: ['sales'] }, 400, /from/],
    [{ ...workedRange, metrics: ['sales'], currency: 'euro' }, 400, /ISO 4217/],
    [{ ...workedRange, metrics: ['sales'], limit: 5000 }, 400, /At most 1000/],
    [{ ...workedRange, metrics: ['sales'], dimensions: ['country'], cursor: 'nonsense' }, 400, /cursor/i],
    [{ metrics: ['sales'], from: '2020-01-01', to: '2025-03-10', interval: 'hour' }, 400, /Hours.*shorter/],
    ['{nope', 400, /not a JSON object/],
    ['[1]', 400, /not a JSON object/],
  ]
  for (const [body, status, detail] of cases) {
    const response = await postJson<Problem>(installation, `${shop}/metrics/query`, { body })
    assert.deepEqual([response.status, response.type], [status, 'application/problem+json'], JSON.stringify(body))
    assert.match(response.body.detail, detail)
    assert.deepEqual([response.body.type, response.body.status], ['about:blank', status])
  }
})

test('a form, an unknown shop, order, metric and address are refused with the right status', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await postJson<Problem>(installation, `${shop}/metrics/query`, { body: 'a=b', headers: form })
  assert.equal(posted.status, 400)
  assert.match(posted.body.detail, /content-type: application\/json/)
  const body = { ...workedRange, metrics: ['sales'] }
  const stranger = await postJson<Problem>(installation, '/api/v1/shops/nobody.example/metrics/query', { body })
  assert.deepEqual([stranger.status, stranger.body.code], [404, 'not_found'])
  assert.match(stranger.body.detail, /nobody\.example.*Check the spelling/)
  for (const [path, detail] of [
    [`${shop}/orders/77`, /no order “77”/],
    [`${shop}/metrics/sale/rows?${range}`, /did you mean sales/],
    ['/api/v1/nothing', /openapi\.json lists/],
    [`${shop}/metrics/query`, /nothing at GET/],
  ] as const) {
    const response = await getJson<Problem>(installation, path)
    assert.ok(response.status === 404 || response.status === 400, path)
    assert.equal(response.type, 'application/problem+json')
    assert.match(response.body.detail, detail)
  }
  const wrong = await getJson<Problem>(installation, `${shop}/metrics/sales/rows?${range}&filter=country`)
  assert.deepEqual([wrong.status, /country:DE/.test(wrong.body.detail)], [400, true])
})

test('telling an ad platform of orders is set up, switched and followed through the API; a token never comes back', async () => {
  const sending = `${shop}/conversions`
  const setup = { destination: '1234567890123456', consent: 'elsewhere', value: 'goods', itemId: 'sku' }
  const post = async (path: string, body: object) =>
    postJson<Record<string, unknown>>(installation, `${sending}/${path}`, { body })
  const wrong = await post('metaads', { ...setup, destination: 'my pixel' })
  assert.equal(wrong.status, 400, JSON.stringify(wrong.body))
  const saved = await post('metaads', { ...setup, accessToken: 'EAAsecretsecretsecret' })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.doesNotMatch(JSON.stringify(saved.body), /EAAsecret/)
  assert.equal((await post('metaads/switch', { enabled: true })).body['enabled'], true)
  const { body: targets } = await getJson<{ platform: string; isSetUp: boolean; enabled: boolean }[]>(
    installation,
    sending,
  )
  assert.deepEqual(targets.map(({ platform, isSetUp, enabled }) => `${platform} ${isSetUp} ${enabled}`).toSorted(), [
    'googleads false false',
    'metaads true true',
    'tiktokads false false',
  ])
  const log = await getJson<object>(installation, `${sending}/metaads/log?states=refused&states=given_up&most=5`)
  assert.deepEqual([log.status, log.body], [200, { entries: [], count: 0 }])
  assert.equal((await getJson(installation, `${sending}/metaads/log?states=lost`)).status, 400)
  assert.equal((await post('metaads/resend', { order: '1' })).status, 404)
  assert.equal((await post('metaads/test', {})).status, 400)
  assert.equal((await getJson(installation, `${sending}/fax`)).status, 404)
  assert.equal((await post('metaads/switch', { enabled: false })).body['enabled'], false)
})

test('what is remembered reads the same as when it was asked first', async () => {
  const question = { metrics: ['sales'], interval: 'day', compare: 'previous_period', dimensions: ['country'] }
  const first = await ask(question)
  assert.equal(JSON.stringify(await ask(question)), JSON.stringify(first))
})
