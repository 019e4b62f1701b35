// Webhooks out, from outside: set up by HTTP, sent by the running product, verified by the reference library.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { importOrders, type NewWebhook, type WebhookDelivery, type WebhookView } from '@tillsight/domain'
import { Webhook } from 'standardwebhooks'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'

const installation = await startInstallation({ after })
for (const domain of ['tea.example', 'coffee.example']) await addShop(installation, { domain })
const path = '/api/v1/shops/tea.example/webhooks'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function startReceiver(answer: RequestListener = (_, response) => void response.writeHead(204).end()) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received }
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 25))
  }
  return assert.fail('nothing came within ten seconds')
}

async function send<T>(method: string, address: string, body?: object) {
  return getJson<T>(installation, address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function deliveriesOf(id: string): Promise<readonly WebhookDelivery[]> {
  return (await getJson<{ items: WebhookDelivery[] }>(installation, `${path}/${id}/deliveries`)).body.items
}

suite('webhooks out', () => {
  test('tell of an import within seconds, signed, and every step is open to a program', async () => {
    const { url, received } = await startReceiver()
    const added = await postJson<NewWebhook>(installation, path, { body: { url, events: ['import.finished'] } })
    assert.equal(added.status, 200)
    const { id, secret } = added.body
    assert.match(secret, /^whsec_[\w+/]{43}=$/)
    const csv = 'order_id,placed_at,gross\n1,2026-03-01,10.00\n'
    await addShop(installation, { domain: 'ink.example' }, csv)
    const source = { name: 'orders.csv', open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
    await importOrders(await installation.contexts.shop('tea.example'), { source, format: 'generic' })
    const message = await until(() => received[0])
    const headers = {
      'webhook-id': String(message.headers['webhook-id']),
      'webhook-timestamp': String(message.headers['webhook-timestamp']),
      'webhook-signature': String(message.headers['webhook-signature']),
    }
    const told = new Webhook(secret).verify(message.body, headers)
    assert.equal(Reflect.get(Object(told), 'type'), 'import.finished')
    assert.equal(received.length, 1, 'nobody is told of another shop')

    const listed = await getJson<{ items: WebhookView[] }>(installation, path)
    assert.ok(!JSON.stringify(listed.body).includes(secret))
    const rotated = await send<NewWebhook>('POST', `${path}/${id}/rotate`, {})
    assert.notEqual(rotated.body.secret, secret)
    const tested = await send<WebhookDelivery>('POST', `${path}/${id}/test`, {})
    const delivered = await until(async () =>
      (await deliveriesOf(id)).find((each) => each.id === tested.body.id && each.state === 'delivered'),
    )
    assert.deepEqual([delivered.status, delivered.reason], [204, ''])
    const again = await send<WebhookDelivery>('POST', `${path}/deliveries/${tested.body.id}/resend`, {})
    assert.equal(again.status, 200)
    await until(() => received.filter((each) => each.headers['webhook-id'] === tested.body.id)[1])
    const signatures = String(received.at(-1)?.headers['webhook-signature']).split(' ')
    assert.equal(signatures.length, 2)

    const paused = await send<WebhookView>('PATCH', `${path}/${id}`, { state: 'paused' })
    assert.equal(paused.body.state, 'paused')
    const refused = await send<Problem>('POST', `${path}/${id}/test`, {})
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
    assert.equal((await send('DELETE', `${path}/${id}`)).status, 200)
    assert.equal((await send('DELETE', `${path}/${id}`)).status, 404)
  })

  test('refuse addresses and events with a reason at the field', async () => {
    const add = async (body: object) => {
      const { status, body: problem } = await postJson<Problem & { field?: string }>(installation, path, { body })
      return [status, problem.code, problem.field]
    }
    assert.deepEqual(await add({ url: 'nothing', events: ['order.booked'] }), [400, 'invalid_input', 'url'])
    assert.deepEqual(await add({ url: 'https://a:b@x.example', events: ['order.booked'] }), [
      400,
      'invalid_input',
      'url',
    ])
    assert.deepEqual(await add({ url: 'https://x.example', events: [] }), [400, 'invalid_input', 'events'])
    assert.deepEqual((await add({ url: 'https://x.example', events: ['order.eaten'] })).slice(0, 2), [
      400,
      'invalid_input',
    ])
  })

  test('belong to their shop: from another one they are not there', async () => {
    const { url } = await startReceiver()
    const { body } = await postJson<NewWebhook>(installation, path, { body: { url, events: ['order.booked'] } })
    const { body: delivery } = await send<WebhookDelivery>('POST', `${path}/${body.id}/test`, {})
    const other = '/api/v1/shops/coffee.example/webhooks'
    for (const [method, address] of [
      ['PATCH', `${other}/${body.id}`],
      ['DELETE', `${other}/${body.id}`],
      ['POST', `${other}/${body.id}/test`],
      ['POST', `${other}/${body.id}/rotate`],
      ['POST', `${other}/deliveries/${delivery.id}/resend`],
    ] as const) {
      assert.equal((await send(method, address, {})).status, 404, `${method} ${address}`)
    }
    assert.equal((await getJson(installation, `${other}/${body.id}/deliveries`)).status, 404)
  })

  test('reach the others while one receiver never answers', async () => {
    const dead = await startReceiver(() => {})
    const alive = await startReceiver()
    const add = async (url: string) =>
      (await postJson<NewWebhook>(installation, path, { body: { url, events: ['order.booked'] } })).body.id
    const [one, other] = [await add(dead.url), await add(alive.url)]
    for (let count = 0; count < 5; count += 1) await send('POST', `${path}/${one}/test`, {})
    const began = Date.now()
    for (let count = 0; count < 5; count += 1) await send('POST', `${path}/${other}/test`, {})
    await until(() => alive.received[4])
    assert.ok(Date.now() - began < 5_000)
    assert.equal(dead.received.length, 2, 'two at once')
  })
})
