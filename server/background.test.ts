import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { addShop, startInstallation } from './testing/installation.ts'
import { waitFor } from './testing/temporary.ts'

const installation = await startInstallation({ after }, { role: 'web' })
await addShop(installation, { domain: 'tea.example' })
const many = 24

test('however much goes on in the background, people find a connection to the database', async () => {
  const { sync } = installation.runtime
  const over = Promise.withResolvers<void>()
  let held = 0
  const work = Array.from({ length: many }, () =>
    sync.db.transaction(async () => {
      held += 1
      await over.promise
    }),
  )
  try {
    await waitFor('all of its connections to be taken', () => (held >= 10 ? true : undefined))
    assert.equal((await installation.fetch('/api/v1/shops')).status, 200)
  } finally {
    over.resolve()
    await Promise.all(work)
  }
})

test('however much is read in the background, people’s questions are answered', async () => {
  const { stores, sync } = installation.runtime
  const { shop } = await installation.contexts.shop('tea.example')
  const { warehouse } = await sync.openShop(shop.id)
  const stop = new AbortController()
  const long = 'SELECT count() AS n, toString({shop:UUID}) AS id FROM numbers(1000000000000)'
  const Row = z.object({ n: z.coerce.number(), id: z.string() })
  const options = { signal: stop.signal, timeoutSeconds: 300 }
  const work = Array.from({ length: many }, () =>
    warehouse.read({ sql: long, params: {} }, Row, options).catch(() => 'ended'),
  )
  try {
    const sql = 'SELECT 1 AS n, toString({shop:UUID}) AS id'
    const rows = await stores.warehouse.for(shop.id).read({ sql, params: {} }, Row)
    assert.deepEqual(rows, [{ n: 1, id: shop.id }])
  } finally {
    stop.abort()
    assert.ok(
      (await Promise.all(work)).every((end) => end === 'ended'),
      'none of them was done before',
    )
  }
})
