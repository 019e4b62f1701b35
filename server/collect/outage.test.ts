import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { listTrackingKeys, run, type ShopContext, writeEvents } from '@tillsight/domain'
import { Consent } from '@tillsight/tracking'
import { startTestHost } from '@tillsight/warehouse/testing'
import { z } from 'zod'
import { addShop, startInstallation } from '../testing/installation.ts'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'
import { createCollector, takeServerEvents } from './collector.ts'
import { createIntake } from './intake.ts'

const host = await startTestHost({ after })
const installation = await startInstallation({ after }, { clickhouseUrl: host.url, role: 'web' })
await addShop(installation, { domain: 'tea.example' })
await installation.runtime.jobs.start()
after(() => installation.runtime.jobs.stop())

for (const [name, isKilled] of [
  ['many events at once are stored by a thread of its own, each once', false],
  ['they are stored without that thread when it ends before', true],
] as const) {
  test(name, async (t) => {
    const { runtime, contexts } = installation
    const shop = await contexts.shop('tea.example')
    await runtime.intake.open()
    t.after(() => runtime.intake.close())
    const threads: Worker[] = []
    const seen = (thread: Worker): void => {
      threads.push(thread)
      if (isKilled) void thread.terminate()
    }
    process.on('worker', seen)
    t.after(() => process.off('worker', seen))
    const url = `https://tea.example/${(isKilled ? 'lost' : 'many').repeat(200)}`
    const ids = Array.from({ length: 3_000 }, () => randomUUID())
    const events = ids.map((id) => ({ id, name: 'page_view', at: Date.now(), url, consent: Consent.parse({}) }))
    await Promise.all(events.map((event) => takeServerEvents(shop, { events: [event] }, runtime)))
    const stored = await waitFor('all events in the warehouse', async () => {
      const found = await idsOf(shop, url)
      return found.length >= ids.length && runtime.intake.heldBytes() === 0 ? found : undefined
    })
    assert.deepEqual(stored.toSorted(), ids.toSorted())
    assert.equal(threads.length, 1)
  })
}

test('a warehouse that is stopped for ten minutes costs no event that was answered for', async (t) => {
  const { runtime, contexts } = installation
  const shop = await contexts.shop('tea.example')
  const [key] = await run(listTrackingKeys, shop, {})
  let now = Date.UTC(2026, 2, 10, 12)
  const clock = { now: () => new Date(now) }
  let stopped = false
  const outages: unknown[] = []
  const intake = createIntake({
    dataDir: await temporaryFolder(t),
    clock,
    log: silentLog,
    isUp: () => runtime.stores.warehouse.ready(),
    write: (id, events) =>
      runtime.sync
        .openShop(id)
        .then((ctx) => writeEvents(ctx, events))
        .then(() => undefined)
        .catch((error: unknown) => {
          outages.push(error)
          throw error
        }),
    async wait(_ms, signal) {
      if (signal.aborted || !stopped || outages.length === 0) return await new Promise(setImmediate)
      // Each wait advances ten minutes, after which the warehouse is up again.
      now += 10 * 60_000
      await startTestHost(t, { dataDir: host.dataDir })
      stopped = false
    },
  })
  await intake.open()
  t.after(() => intake.close())
  const collector = createCollector({
    clock,
    intake,
    findShop: async () => ({ id: shop.shop.id, domains: [], checkouts: [], identify: () => [] }),
  })
  const collect = async (): Promise<string> => {
    const id = randomUUID()
    const consent = 'granted' as const
    const signals = {
      analytics_storage: consent,
      ad_storage: consent,
      ad_user_data: consent,
      ad_personalization: consent,
    }
    const event = { id, name: 'page_view', at: now, url: 'https://tea.example/' }
    await collector.collect(
      { key: key?.key ?? '', v: 1, sent: now, source: 'pixel', consent: signals, events: [event] },
      { headers: {}, address: '203.0.113.7', visitor: undefined, origin: undefined, asksForPicture: false },
    )
    return id
  }

  await host.stop()
  stopped = true
  const answered = await Promise.all(Array.from({ length: 300 }, collect))
  const stored = await waitFor('all events in the warehouse', async () => {
    if (stopped) return undefined
    const ids = await idsOf(shop, 'https://tea.example/')
    return ids.length >= answered.length ? ids : undefined
  })
  assert.ok(outages.length > 0, 'the warehouse was down')
  assert.deepEqual(stored.toSorted(), answered.toSorted())
})

async function idsOf({ warehouse }: Pick<ShopContext, 'warehouse'>, url: string): Promise<readonly string[]> {
  const sql = 'SELECT event_id FROM events WHERE shop_id = {shop:UUID} AND url = {url:String}'
  const rows = await warehouse.read({ sql, params: { url } }, z.object({ event_id: z.string() }))
  return rows.map(({ event_id }) => event_id)
}
