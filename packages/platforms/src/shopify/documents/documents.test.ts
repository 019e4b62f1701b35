import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { buildSchema, NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql'
import * as bulk from './bulk.ts'
import * as catalogue from './catalogue.ts'
import * as disputes from './disputes.ts'
import * as orders from './orders.ts'
import * as plainOrders from './plain-orders.ts'
import * as report from './report.ts'
import * as shop from './shop.ts'
import * as webhooks from './webhooks.ts'

const packed = readFileSync(
  new URL('../../../../../simulators/shopify/schema/admin-2026-10.graphql.gz', import.meta.url),
)
const schema = buildSchema(gunzipSync(packed).toString('utf8'), { assumeValidSDL: true })

const { bulkOrders, orderParts, ordersByIds, ordersOutline, ordersPage, ...orderQuestions } = orders
/** Each document with all parts, with none, and without each single one. */
function withParts(builders: Record<string, (parts: readonly orders.OrderPart[]) => string>): Record<string, string> {
  const sets = [orderParts, [], ...orderParts.map((left) => orderParts.filter((part) => part !== left))]
  const entries = Object.entries(builders).flatMap(([name, build]) =>
    sets.map((parts) => [parts === orderParts ? name : `${name} with ${parts.join(', ') || 'nothing'}`, build(parts)]),
  )
  return Object.fromEntries(entries)
}

const queries: Readonly<Record<string, string>> = {
  ...orderQuestions,
  ...plainOrders,
  ...report,
  ...shop,
  ...bulk,
  ...catalogue,
  ...disputes,
  ...webhooks,
  ...withParts({ bulkOrders: (parts) => bulkOrders("created_at:>='2026-01-01T00:00:00Z'", parts) }),
  ...withParts({ ordersByIds, ordersOutline, ordersPage }),
}

describe('every question to the Admin API', () => {
  for (const [name, text] of Object.entries(queries)) {
    it(`${name} is one that the published schema answers, without deprecated fields`, () => {
      assert.deepEqual(
        validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).map((error) => error.message),
        [],
      )
    })
  }
})

it('keeps every document in this folder under that test', () => {
  const exported = [orders, plainOrders, report, shop, bulk, catalogue, disputes, webhooks].flatMap((module) =>
    Object.keys(module),
  )
  const uncovered = exported.filter((name) => !(name in queries) && name !== 'orderParts')
  assert.deepEqual(uncovered, [])
})
