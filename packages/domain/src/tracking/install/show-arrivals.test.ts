import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { run } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { writeEvents } from '../events/write-events.ts'
import { view } from '../tracked-shop.testing.ts'
import { showArrivals } from './show-arrivals.ts'

const { openShop } = await openTestStores({ after })

test('what came in last, and what the last day brought, without machines and without other senders', async () => {
  const ctx = await openShop()
  const now = ctx.clock.now().getTime()
  assert.deepEqual(await run(showArrivals, ctx, {}), { lastAt: null, events: 0, visitors: 0, orders: 0, agreed: 0 })
  const ago = (hours: number) => ({ at: now - hours * 3_600_000, receivedAt: now - hours * 3_600_000 })
  await writeEvents(ctx, [
    view('a'.repeat(32), 0, ago(1)),
    view('a'.repeat(32), 0, { ...ago(2), name: 'purchase', orderId: '7' }),
    view('', 0, { ...ago(3), consent: 'denied' }),
    view('b'.repeat(32), 0, ago(30)),
    view('c'.repeat(32), 0, { ...ago(0), bot: 'bot' }),
    view('d'.repeat(32), 0, { ...ago(0), source: 'server' }),
  ])
  assert.deepEqual(await run(showArrivals, ctx, {}), {
    lastAt: new Date(now - 3_600_000).toISOString(),
    events: 3,
    visitors: 1,
    orders: 1,
    agreed: 2,
  })
  assert.equal((await run(showArrivals, await openShop(), {})).lastAt, null)
})
