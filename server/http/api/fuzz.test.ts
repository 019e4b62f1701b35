// Nonsense made from the API's own description: whatever is sent, no failure is ours, and every answer is one that it declares.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type NewKey, usefulScopes } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import fc from 'fast-check'
import { getJson, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { workedOrders } from '../../testing/worked-example.ts'
import { type Described, readDescription } from './description.testing.ts'

const errors: unknown[] = []
const log: Log = { ...silentLog, error: (...said: readonly unknown[]) => void errors.push(said) }
const limits = { apiLimits: { perMinute: 1_000_000, atOnce: 1_000 } }
const installation = await startInstallation({ after }, { ...limits, platformApps: {} }, log)
const domain = 'nordlicht-kontor.example'
await addShop(installation, { domain }, workedOrders)
const { organisation } = await installation.contexts.anyShop()
const { body: key } = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
  body: { name: 'Fuzz', scopes: usefulScopes },
})
const description = readDescription((await getJson<unknown>(installation, '/api/v1/openapi.json')).body)

const odd = fc.oneof(
  fc.constantFrom<unknown>('', '\0', '\ud800', '2025-02-30', '0000-00-00', 'NaN', '1e400', 'x'.repeat(5000), -1, 1e308),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { a: 1 }, '9'.repeat(50), '../..', '%00'),
  fc.jsonValue({ maxDepth: 3 }),
)

/** An example, in which any part may be something else, or be missing. */
function spoilt(value: unknown): fc.Arbitrary<unknown> {
  const isObject = typeof value === 'object' && value !== null
  const inside = !isObject
    ? fc.constant(value)
    : Array.isArray(value)
      ? fc.tuple(...value.map(spoilt)).map((parts) => parts as unknown)
      : fc.record(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilt(one)])), {
          requiredKeys: [],
        })
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: odd })
}

interface Sent {
  readonly address: string
  readonly body: string | undefined
}

function requestsTo({ parameters, body, address }: Described): fc.Arbitrary<Sent> {
  const named = parameters.filter((each) => each.in !== 'header')
  const values = fc.record(Object.fromEntries(named.map(({ name, example }) => [name, spoilt(example ?? '1')])))
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
  return fc.tuple(values, body ? spoilt(body.example ?? {}) : fc.constant(undefined)).map(([given, content]) => {
    const texts = new Map(Object.entries(given).map(([name, value]) => [name, text(value)]))
    const search = new URLSearchParams(
      named.flatMap(({ name, in: where }) => (where === 'query' ? [[name, texts.get(name) ?? '']] : [])),
    )
    return {
      address: `${address(Object.fromEntries(texts))}?${search}`,
      body: content === undefined ? undefined : JSON.stringify(content),
    }
  })
}

suite('nonsense by the description', () => {
  for (const operation of description.filter(({ isForKeys }) => isForKeys)) {
    test(`${operation.id} answers as it declares`, async () => {
      await fc.assert(
        fc.asyncProperty(requestsTo(operation), async ({ address, body }) => {
          const response = await installation.fetchAsVisitor(address, {
            method: operation.method.toUpperCase(),
            headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
            ...(body !== undefined && { body }),
          })
          const content = await response.text()
          const said = `${response.status} ${content.slice(0, 500)}`
          assert.ok(response.status < 500, said)
          const declared = operation.answers.get(response.status)
          assert.ok(declared, `not declared: ${said}`)
          declared.parse(JSON.parse(content))
        }),
        { numRuns: 12, endOnFailure: true },
      )
      assert.deepEqual(errors, [])
    })
  }
})
