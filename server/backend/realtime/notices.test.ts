// What reaches open channels from the rest of the product: how far work is, and that somebody may not listen any more.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { createConnection, saveSyncState } from '@tillsight/database'
import { importOrders } from '@tillsight/domain'
import { WebSocket } from 'ws'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addMember, openClient } from '../client.testing.ts'
import { type Joined, realtimeClients } from './realtime.testing.ts'

const elsewhere = 'https://wallboard.example'
const installation = await startInstallation({ after }, { realtimeOrigins: [elsewhere] })
const { owner, runtime, address } = installation
const domain = 'tea.example'
await addShop(installation, { domain })
await addShop(installation, { domain: 'coffee.example' })
const context = await installation.contexts.shop(domain)
const topic = `shop:${context.shop.id}`
const { open, join, until } = realtimeClients(installation)
const service = runtime.auth.service.apiKeys.service

const progressOf = ({ heard }: Joined) =>
  heard.filter(({ event }) => event === 'progress').map(({ payload }) => payload)

suite('a channel of a shop tells how far work is:', () => {
  test('files that are imported, of this shop only', async () => {
    const client = await open(owner)
    const { shop } = await installation.contexts.shop('coffee.example')
    const [own, other] = [await join(client, topic), await join(client, `shop:${shop.id}`)]
    const csv = 'order_id,created_at,total,currency,sku,quantity,price\n7,2026-03-02 10:00,20,EUR,TEA,2,10\n'
    const source = { name: 'orders.csv', open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
    await importOrders(context, { source, format: 'generic' })
    await until(() => progressOf(own).some(({ state }) => state === 'done'))
    const [last] = progressOf(own).slice(-1)
    assert.deepEqual({ ...last, id: '' }, { kind: 'import', id: '', state: 'done', done: 1, total: 1 })
    assert.deepEqual(progressOf(other), [])
    await client.removeAllChannels()
  })

  test('all histories of a connection together', async () => {
    const { kysely } = runtime.stores.database
    const connection = await createConnection(kysely, {
      shopId: context.shop.id,
      connector: 'woocommerce',
      settings: {},
      secrets: Buffer.from(''),
      status: 'connected',
    })
    const save = (stream: string, change: Parameters<typeof saveSyncState>[2]) =>
      saveSyncState(kysely, { connectionId: connection.id, stream, mode: 'backfill' }, change)
    await save('orders', {})
    await save('products', { done: 0, total: 10 })
    const client = await open(owner)
    const joined = await join(client, topic)
    await save('orders', { done: 100, total: 400 })
    await until(() => progressOf(joined).length > 0)
    assert.deepEqual(progressOf(joined)[0], {
      kind: 'sync',
      id: connection.id,
      state: 'running',
      done: 100,
      total: 410,
    })
    const lastSuccessAt = new Date()
    await save('products', { done: 10, lastSuccessAt })
    await save('orders', { done: 400, lastSuccessAt })
    await until(() => progressOf(joined).some(({ state }) => state === 'done'))
    assert.deepEqual(progressOf(joined).at(-1), {
      kind: 'sync',
      id: connection.id,
      state: 'done',
      done: 410,
      total: 410,
    })
    await client.removeAllChannels()
  })

  test('exports that are made', async () => {
    const client = await open(owner)
    const joined = await join(client, topic)
    const invoke = async (name: string, body: Record<string, unknown>): Promise<string> => {
      const { data, error } = await client.functions.invoke<{ id: string }>(name, { body: { shop: domain, ...body } })
      assert.equal(error, null)
      return data?.id ?? ''
    }
    const id = await invoke('export.add', { name: 'Orders', what: 'orders', format: 'csv' })
    const made = await invoke('export.run', { export: id, from: '2026-03-01', to: '2026-03-05' })
    await until(() => progressOf(joined).some(({ state }) => state === 'done'))
    const { done, total } = progressOf(joined).at(-1) ?? {}
    assert.deepEqual([done, total], [1, 1])
    assert.ok(progressOf(joined).every((told) => told['kind'] === 'export' && told['id'] === made))
    await client.removeAllChannels()
  })
})

suite('a channel ends', () => {
  async function timeUntilClosed({ states }: Joined, end: () => Promise<unknown>): Promise<number> {
    const before = performance.now()
    await end()
    await until(() => states.includes('CLOSED'))
    return performance.now() - before
  }

  test('as soon as its person signs out, on this device alone', async () => {
    const [one, other] = [await open(owner), await open(owner)]
    const [ending, staying] = [await join(one, topic), await join(other, topic)]
    assert.ok((await timeUntilClosed(ending, () => one.auth.signOut({ scope: 'local' }))) < 2_000)
    assert.deepEqual(staying.states, ['SUBSCRIBED'])
    await other.removeAllChannels()
  })

  test('as soon as its person is banned', async () => {
    const member = await addMember(installation, domain, { role: 'viewer', shopIds: null })
    const joined = await join(await open(member), topic)
    const { admin } = (await openClient(installation, undefined, service)).auth
    assert.ok((await timeUntilClosed(joined, () => admin.updateUserById(member.id, { ban_duration: '1h' }))) < 2_000)
  })
})

test('pages of sites that the operator names may open sockets', async () => {
  const url = `${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${runtime.auth.anonKey}&vsn=2.0.0`
  const socket = new WebSocket(url, { origin: elsewhere })
  await once(socket, 'open')
  socket.terminate()
})
