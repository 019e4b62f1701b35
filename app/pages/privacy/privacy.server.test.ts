import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { PrivacyRequestView } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { handleCustomer, loadRequests } from './privacy.server.ts'

const held = { orders: 1, records: 2, identifiers: 3, quotes: 0 }

/** Services of a shop that holds this data about any customer; nothing else is implemented. */
function servicesOf(erased: unknown[], answer = held): ShopServices {
  const services = {
    shop: { zone: 'UTC', currency: 'EUR', display: { numbers: 'en-US', language: 'en' } },
    run: shopVerbsOf({
      'customer.preview_erasure': async (name) => {
        if (Object.keys(name).length === 0) throw new AppError('invalid_input', 'Nobody is named.')
        return answer
      },
      'customer.erase': async (name) => {
        erased.push(name)
        return answer
      },
    }),
  }
  return services as unknown as ShopServices
}

async function send(fields: Readonly<Record<string, string>>, answer = held) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const erased: unknown[] = []
  return { ...(await handleCustomer(servicesOf(erased, answer), form)), erased }
}

const email = 'ida@example.net'

test('looking up says how much is held, and erases nothing', async () => {
  const { outcome, erased } = await send({ intent: 'look-up', email: ` ${email} `, phone: '' })
  assert.ok(outcome.kind === 'found')
  assert.deepEqual(outcome.name, { email })
  assert.deepEqual([outcome.held.orders, outcome.held.facts.map(({ text }) => text)], [1, ['1', '2', '3']])
  assert.deepEqual(erased, [])
})

test('erasing needs a second yes', async () => {
  const { outcome, status, erased } = await send({ intent: 'erase', email })
  assert.ok(outcome.kind === 'found')
  assert.match(outcome.error ?? '', /^Nothing was erased/)
  assert.deepEqual([status, erased], [400, []])
  const sure = await send({ intent: 'erase', sure: 'yes', email })
  assert.deepEqual([sure.outcome.kind, sure.erased], ['erased', [{ email }]])
})

test('nobody is somebody of whom nothing is held', async () => {
  const { outcome } = await send({ intent: 'look-up', email }, { orders: 0, records: 0, identifiers: 1, quotes: 0 })
  assert.equal(outcome.kind, 'nobody')
})

test('a form that names nobody, and one of another page, are refused in words', async () => {
  const { outcome, status } = await send({ intent: 'look-up' })
  assert.deepEqual([outcome, status], [{ kind: 'refused', name: {}, message: 'Nobody is named.' }, 400])
  assert.equal((await send({ intent: 'remove', email })).outcome.kind, 'refused')
})

test('requests that wait come first, and what is late says so', async () => {
  const request = (id: string, change: Partial<PrivacyRequestView>): PrivacyRequestView => ({
    id,
    platform: 'Shopify',
    kind: 'customer_data',
    state: 'open',
    who: 'Customer 41',
    receivedAt: '2026-11-20T14:05:00.000Z',
    dueAt: '2026-12-20T14:05:00.000Z',
    closedAt: null,
    ...change,
  })
  const all = [
    request('done', { state: 'done', closedAt: '2026-11-20T15:00:00.000Z' }),
    request('open', {}),
    request('late', { dueAt: '2026-11-20T14:06:00.000Z' }),
  ]
  const services = { ...servicesOf([]), run: shopVerbsOf({ 'customer.list_requests': async () => all }) }
  const shown = await loadRequests(services, '2026-11-21T00:00:00.000Z')
  assert.deepEqual(
    shown.map(({ id, state, canAnswer }) => [id, state.label, canAnswer]),
    [
      ['open', 'Action needed', true],
      ['late', 'Overdue', true],
      ['done', 'Done', false],
    ],
  )
  assert.equal(shown[0]?.times, 'Received 20 Nov 2026, 14:05 through Shopify · due by Sun 20 Dec 2026')
})
