import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { createTrackingKey, importOrders, removeMember, run } from '@tillsight/domain'
import { WebSocket } from 'ws'
import { tokenOf } from '../../http/mcp/assistant.testing.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addMember, addStranger } from '../client.testing.ts'
import { realtimeClients } from './realtime.testing.ts'

const installation = await startInstallation({ after })
const { owner, runtime, address } = installation
const domain = 'tea.example'
await addShop(installation, { domain })
const { shop, organisation } = await installation.contexts.shop(domain)
const topic = `shop:${shop.id}`
const { anon, service } = runtime.auth.service.apiKeys

const { open, join, openSocket, until } = realtimeClients(installation)

async function addOrder(id: number): Promise<void> {
  const csv = `order_id,created_at,total,currency,sku,quantity,price\n${id},2026-03-02 10:00,20,EUR,TEA,2,10\n`
  const source = { name: 'orders.csv', open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
  await importOrders(await installation.contexts.shop(domain), { source, format: 'generic' })
}

for (const [index, vsn] of ['1.0.0', '2.0.0'].entries()) {
  suite(`realtime of the official client, version ${vsn}`, () => {
    test('tells what counts now, and when facts change', async () => {
      const client = await open(owner, vsn)
      const { states, heard } = await join(client, topic)
      assert.deepEqual(states, ['SUBSCRIBED'])
      await until(() => heard.length > 0)
      const before = heard.length
      await addOrder(index + 1)
      await until(() => heard.filter(({ event }) => event === 'changed').length > before)
      const changes = heard.filter(({ event }) => event === 'changed')
      const versions = changes.map(({ payload }) => Number(payload['version']))
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      )
      assert.notEqual(versions.at(-1), versions[0])
    })

    test('stays connected between channels, and leaves with the last one', async () => {
      const client = await open(owner, vsn)
      const first = await join(client, topic)
      const second = await join(client, `person:${owner.id}`)
      assert.deepEqual(second.states, ['SUBSCRIBED'])
      await until(() => second.heard.length > 0)
      assert.deepEqual(second.heard[0], { event: 'inbox', payload: { unread: 0 } })
      await client.removeChannel(first.channel)
      assert.equal(client.realtime.isConnected(), true)
      await client.removeChannel(second.channel)
      await until(() => !client.realtime.isConnected())
      await join(client, topic)
      await client.removeAllChannels()
      await until(() => !client.realtime.isConnected())
    })

    test('takes nothing from clients', async () => {
      const client = await open(owner, vsn)
      const { channel } = await join(client, topic)
      assert.equal(await channel.send({ type: 'broadcast', event: 'changed', payload: { version: '9' } }), 'error')
      const posted = await channel.httpSend('changed', { version: '9' }).catch((error: unknown) => error)
      assert.match(posted instanceof Error ? posted.message : JSON.stringify(posted), /Clients cannot broadcast here/)
    })

    test('refuses strangers, others’ topics and public ones', async () => {
      const stranger = await open(await addStranger(installation), vsn)
      for (const name of [
        topic,
        'shop:00000000-0000-4000-8000-000000000001',
        `shop:${domain}`,
        `person:${owner.id}`,
        'room',
      ]) {
        const { states, errors } = await join(stranger, name)
        assert.deepEqual(states, ['CHANNEL_ERROR'], name)
        assert.match(
          errors[0] ?? '',
          new RegExp(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`),
        )
      }
      const open_ = await join(await open(owner, vsn), topic, false)
      assert.match(open_.errors[0] ?? '', /PrivateOnly/)
    })
  })
}

suite('a socket', () => {
  test('is opened with the public key only, by programs and our own pages', async () => {
    const statusOf = async (search: string, headers: Record<string, string> = {}) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket${search}`, { headers })
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
      socket.on('error', () => undefined)
      socket.terminate()
      return response.statusCode
    }
    assert.equal(await statusOf(''), 401)
    assert.equal(await statusOf(`?apikey=${service}&vsn=2.0.0`), 401)
    assert.equal(await statusOf(`?apikey=x&vsn=2.0.0`), 401)
    assert.equal(await statusOf(`?apikey=${anon}&vsn=3.0.0`), 400)
    assert.equal(await statusOf(`?apikey=${anon}&vsn=2.0.0`, { origin: 'https://elsewhere.example' }), 403)
    const { socket } = await openSocket({ origin: address })
    socket.terminate()
  })

  test('ends for members who were removed, and tells them nothing more', async () => {
    const member = await addMember(installation, domain, { role: 'viewer', shopIds: null })
    const { states, heard } = await join(await open(member), topic)
    await until(() => heard.length > 0)
    const before = heard.length
    const ctx = { ...(await installation.contexts.anyShop()), letters: undefined as never }
    await run(removeMember, ctx, { person: member.id })
    await until(() => states.includes('CLOSED'))
    await addOrder(50)
    assert.equal(heard.length, before)
  })

  test('opens nothing for a cookie, an assistant, a tracking key or the secret key', async () => {
    const { socket } = await openSocket({ cookie: owner.cookie })
    const context = await installation.contexts.shop(domain)
    const tokens = [
      undefined,
      service,
      await tokenOf(runtime.own.url(), owner, { details: { organisation, shops: 'all' } }),
      (await run(createTrackingKey, context, {})).key,
    ]
    for (const [index, token] of tokens.entries()) {
      const payload = { config: { private: true }, access_token: token }
      socket.send(JSON.stringify([`${index}`, `${index}`, `realtime:${topic}`, 'phx_join', payload]))
      const [data] = (await once(socket, 'message')) as [Buffer]
      const [, , , event, { status }] = JSON.parse(data.toString()) as [
        string,
        string,
        string,
        string,
        { status: string },
      ]
      assert.deepEqual([event, status], ['phx_reply', 'error'], String(index))
    }
    socket.terminate()
  })

  test('is closed for floods, for what is no message, and for large ones', async () => {
    const flooded = await openSocket()
    for (let index = 0; index < 100; index += 1) flooded.socket.send('[null,"1","phoenix","heartbeat",{}]')
    assert.equal(await flooded.closed, 1008)
    const joins = await openSocket()
    const refused = `["1","1","realtime:${topic}","phx_join",{"config":{"private":true}}]`
    const replies: string[] = []
    joins.socket.on('message', (data: Buffer) => replies.push(data.toString()))
    for (let index = 0; index < 12; index += 1) joins.socket.send(refused)
    await until(() => replies.some((reply) => reply.includes('ClientJoinRateLimitReached')))
    joins.socket.terminate()
    const garbled = await openSocket()
    for (const text of ['nonsense', '[1,2]', '{"topic":1}']) garbled.socket.send(text)
    assert.equal(await garbled.closed, 1007)
    const large = await openSocket()
    large.socket.send(`[null,"1","phoenix","heartbeat",{"x":"${'x'.repeat(70_000)}"}]`)
    assert.equal(await large.closed, 1009)
  })

  test('is not needed for an answer: everything else is JSON', async () => {
    for (const [path, status] of [
      ['websocket', 426],
      ['longpoll', 404],
      ['api/tenants', 404],
    ] as const) {
      const response = await fetch(`${address}/realtime/v1/${path}`)
      assert.deepEqual([response.status, response.headers.get('content-type')], [status, 'application/json'])
    }
    const upgrade = await fetch(`${address}/healthz`, { headers: { upgrade: 'h2c' } }).catch(() => undefined)
    assert.ok(upgrade === undefined || upgrade.ok)
  })
})
