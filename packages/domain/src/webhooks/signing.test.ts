import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeSecret, signatureHeaders } from './signing.ts'

suite('signatures', () => {
  test('are those of Standard Webhooks', () => {
    const headers = signatureHeaders(
      {
        id: 'msg_01JD9Z8Q3V5T7B2K4M6N8P0R2S',
        at: new Date(1_795_372_800_000),
        body: '{"type":"figure.changed","timestamp":"2026-11-22T18:40:00.000Z","data":{"shop":"nordlicht-kontor.example","day":"2026-10-18","metric":"sales","before":"912.40","after":"838.80","cause":"late_refund","orders":["5731"]}}',
      },
      ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    )
    assert.deepEqual(headers, {
      'webhook-id': 'msg_01JD9Z8Q3V5T7B2K4M6N8P0R2S',
      'webhook-timestamp': '1795372800',
      'webhook-signature': 'v1,YjyORm75Z1s/gadz1hCpIWQ3RLB3+kunnSCA8sB9DTo=',
    })
  })

  test('are taken by the reference library, by either secret while one replaces the other, and not when anything differs', () => {
    const [secret, earlier, foreign] = [makeSecret(), makeSecret(), makeSecret()]
    const body = '{"type":"webhook.test","data":{"name":"Größe ✓"}}'
    const headers = signatureHeaders({ id: 'msg_1', at: new Date(), body }, [secret, earlier])
    for (const known of [secret, earlier]) assert.deepEqual(new Webhook(known).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(foreign).verify(body, headers))
    assert.throws(() => new Webhook(secret).verify(body.replace('✓', '!'), headers))
    assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_2' }))
    const old = signatureHeaders({ id: 'msg_1', at: new Date(Date.now() - 10 * 60_000), body }, [secret])
    assert.throws(() => new Webhook(secret).verify(body, old))
  })
})
