import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { listTrackingKeys, run, writeEvents } from '@tillsight/domain'
import { startTestHost } from '@tillsight/warehouse/testing'
import { z } from 'zod'
import { addShop, startInstallation } from '../testing/installation.ts'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'
import { createCollector } from './collector.ts'
import { createIntake } from './intake.ts'

const host = await startTestHost({ after })
const installation = await startInstallation({ after }, { clickhouseUrl: host.url, role: 'web' })
await addShop(installation, { domain: 'tea.example' })

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
    const rows = await shop.warehouse.read(
      { sql: 'SELECT event_id FROM events WHERE shop_id = {shop:UUID}', params: {} },
      z.object({ event_id: z.string() }),
    )
    return rows.length >= answered.length ? rows.map(({ event_id }) => event_id) : undefined
  })
  assert.ok(outages.length > 0, 'the warehouse was down')
  assert.deepEqual(stored.toSorted(), answered.toSorted())
})
