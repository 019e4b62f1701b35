import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { listTrackingKeys, run } from '@tillsight/domain'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { operatorContexts } from '../contexts.ts'
import { createRuntime } from '../runtime.ts'
import { attachStores } from '../stores.ts'
import { type ServerProcess, startServer, tillsight } from '../testing/command.ts'
import { descendantsOf, stillRunning } from '../testing/processes.ts'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'

const skip = existsSync('/proc/self/stat') ? false : 'needs /proc to see which processes run'
const kills = 3
const senders = 8

test('kill -9 in the middle of collecting loses no event that was answered for', { skip }, async (t) => {
  const env = { TILLSIGHT_DATA_DIR: await temporaryFolder(t), TRUST_PROXY: '1' }
  let server = await startServer(t, env)
  const zone = ['--platform', 'woocommerce', '--timezone', 'UTC', '--currency', 'EUR']
  assert.equal((await tillsight(['shop', 'create', '--domain', 'tea.example', ...zone], env)).code, 0)
  const inShop = async <T>(
    work: (ctx: Awaited<ReturnType<ReturnType<typeof operatorContexts>['shop']>>) => Promise<T>,
  ) => {
    const config = loadConfig(env)
    const stores = await attachStores(config, silentLog, 'test')
    try {
      return await work(await operatorContexts(createRuntime(config, stores, silentLog)).shop('tea.example'))
    } finally {
      await stores.close()
    }
  }
  const key = await inShop(async (ctx) => (await run(listTrackingKeys, ctx, {}))[0]?.key ?? '')

  const answered = new Set<string>()
  const sendUntilDead = async ({ address }: ServerProcess, sender: number): Promise<void> => {
    for (;;) {
      const id = randomUUID()
      const event = { id, name: 'page_view', at: Date.now(), url: 'https://tea.example/' }
      const body = JSON.stringify({ key, v: 1, sent: Date.now(), events: [event] })
      const headers = { 'x-forwarded-for': `203.0.${sender}.${answered.size % 250}` }
      const response = await fetch(`${address}/p/collect`, { method: 'POST', headers, body }).catch(() => undefined)
      if (response === undefined) return
      if (response.status === 204) answered.add(id)
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    const before = answered.size
    const sending = Array.from({ length: senders }, (_, sender) => sendUntilDead(server, sender))
    await waitFor('a few hundred answers', () => (answered.size >= before + 300 ? true : undefined))
    const children = descendantsOf(server.pid)
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.all(sending)
    await waitFor('the end of all children', () => (stillRunning(children).length === 0 ? true : undefined))
    server = await startServer(t, env)
  }

  const Row = z.object({ event_id: z.string() })
  const stored = await inShop((ctx) =>
    waitFor('every answered event', async () => {
      const sql = 'SELECT event_id FROM events WHERE shop_id = {shop:UUID}'
      const ids = (await ctx.warehouse.read({ sql, params: {} }, Row)).map(({ event_id }) => event_id)
      const known = new Set(ids)
      return [...answered].every((id) => known.has(id)) ? ids : undefined
    }),
  )
  assert.equal(new Set(stored).size, stored.length, 'each is there once')
  assert.ok(answered.size >= kills * 300)
})
