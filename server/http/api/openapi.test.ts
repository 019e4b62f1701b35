import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { GoodsCosts, ProductList } from '@tillsight/domain'
import { z } from 'zod'
import { getJson, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)

const Schema = z.looseObject({})

const Document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string().min(1), version: z.string().min(1) }).loose(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'patch', 'delete']),
      z.object({
        operationId: z.string().min(1),
        summary: z.string().min(1),
        parameters: z.array(
          z.object({
            name: z.string(),
            in: z.enum(['path', 'query']),
            required: z.boolean(),
            schema: Schema,
            description: z.string().optional(),
          }),
        ),
        requestBody: z
          .object({
            required: z.literal(true),
            content: z.object({ 'application/json': z.object({ schema: Schema }) }),
          })
          .optional(),
        responses: z.record(
          z.string().regex(/^(?:\d{3}|default)$/),
          z.object({ description: z.string(), content: z.record(z.string(), z.object({ schema: Schema })) }),
        ),
      }),
    ),
  ),
})

const usualMargin = { entries: [{ scope: 'shop', kind: 'percent', percent: '40' }] }
/** Sample body of each operation that has one. */
const bodies: Readonly<Record<string, object>> = {
  '/shops/{domain}/metrics/query': {
    ...workedRange,
    metrics: ['sales', 'aov'],
    interval: 'day',
    dimensions: ['country'],
    compare: 'previous_period',
  },
  '/shops/{domain}/attribution/query': { ...workedRange, interval: 'day', compare: 'previous_period' },
  '/shops/{domain}/attribution/rows': { ...workedRange, row: { channel: 'direct' } },
  '/shops/{domain}/attribution/report': { ...workedRange, report: 'models' },
  '/shops/{domain}/survey': {
    enabled: true,
    text: 'Who told you?',
    options: [{ label: 'A friend' }, { label: 'A podcast' }],
    allowsOther: true,
  },
  '/shops/{domain}/survey/mappings': { mappings: [{ answer: 'other', channel: 'referral' }] },
  '/shops/{domain}/survey/report': workedRange,
  '/shops/{domain}/conversions/{platform}': {
    destination: '1234567890/987654321',
    consent: 'visitor',
    value: 'goods',
    itemId: 'sku',
  },
  '/shops/{domain}/conversions/{platform}/switch': { enabled: false },
  '/shops/{domain}/costs/preview': { change: { goods: usualMargin } },
  '/shops/{domain}/costs/changes': { change: { goods: usualMargin } },
  '/shops/{domain}/costs/goods': usualMargin,
  '/shops/{domain}/costs/goods/parts': { search: 'tea' },
  '/shops/{domain}/costs/shipping/try': { country: 'DE', grams: 2300, pieces: 2 },
  '/shops/{domain}/costs/gateways': { gateway: 'stripe', percent: '1.4' },
  '/shops/{domain}/costs/shipping': { type: 'perOrder', amount: '4.20' },
  '/shops/{domain}/costs/handling': { perOrder: '0.80' },
  '/shops/{domain}/costs/returns': { label: '3.90' },
  '/shops/{domain}/costs/expenses': { name: 'Samples', kind: 'perOrder', amount: '1', start: workedRange.from },
  '/shops/{domain}/costs/imports/check': { csv: 'scope,percent\nshop,40\n' },
  '/shops/{domain}/costs/imports': { csv: 'scope,percent\nshop,40\n' },
  '/shops/{domain}/spend': { channel: 'Agency', amount: '10', percentOf: 'netSales', firstDay: workedRange.from },
  '/shops/{domain}/profit/explain': { ...workedRange, compare: 'previous_period' },
  '/shops/{domain}/events': { events: [{ id: 'event-0001', name: 'page_view', at: Date.UTC(2026, 5, 1) }] },
}

async function soldVariant(): Promise<string> {
  const { from, to } = workedRange
  const goods = `/api/v1/shops/worked.example/costs/goods?from=${from}&to=${to}`
  return (await getJson<GoodsCosts>(installation, goods)).body.rows[0]?.variant ?? ''
}

test('the API describes itself in OpenAPI 3.1, and every operation answers as described', async () => {
  const { body } = await getJson<unknown>(installation, '/api/v1/openapi.json')
  const document = Document.parse(body)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  const usual: Readonly<Record<string, string>> = {
    domain: 'worked.example',
    key: 'sales',
    id: '1001',
    day: workedRange.from,
    platform: 'googleads',
    kind: 'goods',
    from: workedRange.from,
    to: workedRange.to,
  }
  const { body: listed } = await getJson<ProductList>(
    installation,
    `/api/v1/shops/worked.example/products?from=${workedRange.from}&to=${workedRange.to}&limit=1`,
  )
  const variant = await soldVariant()
  for (const { path, method, operation } of operations) {
    const values: typeof usual = {
      ...usual,
      variant,
      ...(path.includes('/products/') && { id: listed.products[0]?.id ?? '' }),
    }
    // These need the id of what was saved before: see costs.test.ts.
    if (['patch', 'delete'].includes(method) || path.endsWith('/undo')) continue
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    assert.deepEqual(inPath, named)
    const query = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? '']))
    const address = `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}?${search}`
    const response =
      method === 'get'
        ? await getJson<unknown>(installation, address)
        : await postJson<unknown>(installation, address, { body: bodies[path] ?? {} })
    const [success = ''] = Object.keys(operation.responses)
    assert.equal(String(response.status), success, `${method} ${address}: ${JSON.stringify(response.body)}`)
    const described = operation.responses[success]?.content['application/json']?.schema
    assert.ok(described, path)
    z.fromJSONSchema(described).parse(response.body)
    const failure = operation.responses.default?.content['application/problem+json']?.schema
    assert.ok(failure, path)
    const refused = await getJson<unknown>(installation, '/api/v1/nothing')
    z.fromJSONSchema(failure).parse(refused.body)
  }
})
