import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { WebhookDelivery, WebhookView } from '@tillsight/domain'
import { shopVerbsOf } from '../../testing.ts'
import { changeWebhooks, loadWebhooks, printDelivery, printWebhook, toWebhookFailure } from './webhooks.server.ts'

const place = { zone: 'Europe/Berlin', language: 'en' } as const

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
  return data
}

function view(changes: Partial<WebhookView> = {}): WebhookView {
  return {
    id: 'w',
    url: 'https://hooks.example/in',
    events: ['order.booked'],
    state: 'on',
    reason: null,
    createdAt: '2026-11-02T10:00:00.000Z',
    deliveredAt: null,
    failingSince: null,
    waiting: 0,
    rotatesUntil: null,
    ...changes,
  }
}

suite('a webhook in words', () => {
  test('says how it goes', () => {
    const since = { failingSince: '2026-11-03T10:00:00.000Z' }
    assert.equal(printWebhook(view(), place).standing, 'Nothing has been delivered yet.')
    const failing = printWebhook(view({ ...since, waiting: 2 }), place)
    assert.deepEqual([failing.isFailing, failing.waiting], [true, '2 messages are waiting to be sent.'])
    assert.match(failing.standing, /failed since 3 Nov 2026, 11:00/)
    const off = printWebhook(view({ ...since, state: 'off', reason: 'failing' }), place)
    assert.deepEqual([off.isFailing, off.stateText], [false, 'Switched off'])
    assert.match(off.standing, /five days/)
  })

  test('shows a message with its answer and its next attempt', () => {
    const message: WebhookDelivery = {
      id: 'msg_1',
      type: 'order.booked',
      state: 'retrying',
      createdAt: '2026-11-02T10:00:00.000Z',
      failedAttempts: 1,
      triedAt: '2026-11-02T10:00:01.000Z',
      nextAt: '2026-11-02T10:05:00.000Z',
      status: null,
      milliseconds: 15_000,
      reason: 'It did not answer.',
      body: '{"type":"order.booked"}',
    }
    const shown = printDelivery(message, place)
    assert.deepEqual(
      [shown.state, shown.answer],
      ['Failed once, next attempt 2 Nov 2026, 11:05', 'No answer in 15000 ms'],
    )
    assert.equal(shown.mayResend, true)
    const german = printDelivery(message, { ...place, language: 'de' })
    assert.equal(german.reason, 'Er war nicht erreichbar oder hat nicht rechtzeitig geantwortet.')
    assert.match(german.state, /^Einmal fehlgeschlagen, nächster Versuch 2\. Nov/)
  })

  test('is hidden from a role that may not see it', async () => {
    const refused = new AppError('forbidden', 'No.')
    assert.equal(await loadWebhooks(shopVerbsOf({ 'webhook.list': () => Promise.reject(refused) }), place), undefined)
  })
})

suite('a form', () => {
  test('adds a receiver and answers with its secret', async () => {
    const asked: unknown[] = []
    const run = shopVerbsOf({
      'webhook.add': async (input) => {
        asked.push(input)
        return { ...view(), secret: 'whsec_x' }
      },
    })
    const fields = { intent: 'add', url: ' https://hooks.example/in ', events: ['order.booked', 'refund.booked'] }
    const outcome = await changeWebhooks(run, form(fields), '')
    assert.deepEqual(outcome, { kind: 'secret', secret: { webhook: 'w', url: view().url, secret: 'whsec_x' } })
    assert.deepEqual(asked, [{ url: 'https://hooks.example/in', events: ['order.booked', 'refund.booked'] }])
  })

  test('that is refused keeps what was typed, with the reason at its field', () => {
    const refusal = new AppError('invalid_input', 'Not an address.', { problems: { url: 'Not an address.' } })
    const { failure, status } = toWebhookFailure(refusal, form({ url: 'x', events: ['order.booked'] }), 'en')
    assert.deepEqual([status, failure.fields], [400, { url: 'Not an address.' }])
    assert.deepEqual(failure.typed, { url: 'x', events: ['order.booked'] })
  })
})
