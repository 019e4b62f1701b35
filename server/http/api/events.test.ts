import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { z } from 'zod'
import { type Problem, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
import { waitFor } from '../../testing/temporary.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'tea.example' })
const path = '/api/v1/shops/tea.example/events'
const granted = { analytics_storage: 'granted', ad_storage: 'granted' }

function purchase(more: object = {}) {
  return { id: randomUUID(), name: 'purchase', at: Date.now() - 3_600_000, order: '77', ...more }
}

const Row = z.object({ event_id: z.string(), visitor_id: z.string(), source: z.string(), at: z.string() })

suite('events from a server', () => {
  test('are taken when they are safe, each of the visitor and the consent that it names', async () => {
    const visitor = 'b'.repeat(32)
    const events = [purchase({ visitor, consent: granted }), purchase({ visitor })]
    const response = await postJson<{ accepted: number }>(installation, path, { body: { events } })
    assert.deepEqual([response.status, response.body], [202, { accepted: 2 }])
    assert.equal((await postJson(installation, path, { body: { events } })).status, 202, 'and may be told again')
    const { warehouse } = await installation.contexts.shop('tea.example')
    const sql = 'SELECT event_id, visitor_id, source, at FROM events WHERE shop_id = {shop:UUID}'
    const rows = await waitFor('the events', async () => {
      const found = await warehouse.read({ sql, params: {} }, Row)
      return found.length >= 2 ? found : undefined
    })
    assert.deepEqual(
      new Set(rows.map(({ event_id, visitor_id, source }) => `${event_id} ${visitor_id} ${source}`)),
      new Set([`${events[0]?.id} ${visitor} server`, `${events[1]?.id}  server`]),
    )
  })

  test('that are wrong are refused with the field', async () => {
    const { status, body } = await postJson<Problem & { field: string }>(installation, path, {
      body: { events: [purchase({ currency: 'euro' })] },
    })
    assert.deepEqual([status, body.field], [400, 'events.0.currency'])
  })

  test('are refused from whoever may not arrange tracking', async () => {
    const stranger = await addPerson(installation, `${randomUUID()}@example.com`)
    const headers = Object.fromEntries(stranger.headers({ 'content-type': 'application/json' }))
    const { status } = await postJson({ fetch: installation.fetchAsVisitor }, path, {
      body: { events: [purchase()] },
      headers,
    })
    assert.equal(status, 404, 'a stranger does not learn that there is such a shop')
    const visitor = await postJson({ fetch: installation.fetchAsVisitor }, path, { body: { events: [purchase()] } })
    assert.equal(visitor.status, 401)
  })
})
