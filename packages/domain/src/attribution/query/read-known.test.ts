import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { announceFacts, clearJourneyMarks, listJourneyMarks, nextWriteVersion } from '@tillsight/database'
import { createFactsMemory, type ShopContext } from '../../context/index.ts'
import { markHistory } from '../../journey-marks/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { askCredit, type SeenOrder, writeSeenOrders } from '../testing.ts'

const { openShop } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }

function order(id: string, value: string): SeenOrder {
  const touches = [
    { at: '2026-06-10T12:00:00Z', channel: 'email' },
    { at: '2026-06-14T12:00:00Z', channel: 'referral' },
  ]
  return { id, placedAt: '2026-06-20T12:00:00Z', value, touches }
}

/** Opens a shop that counts reads of its journeys. */
async function openCounted() {
  const shop = await openShop()
  let reads = 0
  const read: ShopContext['warehouse']['read'] = (query, row, options) => {
    if (query.sql.includes('FROM journeys')) reads += 1
    return shop.warehouse.read(query, row, options)
  }
  const ctx: ShopContext = { ...shop, facts: createFactsMemory(shop.clock), warehouse: { ...shop.warehouse, read } }
  return {
    ctx,
    async ask(model: 'first_click' | 'last_click' | 'linear_all') {
      const before = reads
      const { totals, rows, closing } = await askCredit(ctx, { ...june, model })
      return {
        reads: reads - before,
        revenue: totals.revenue,
        booked: closing.booked,
        channels: rows.map(({ channel }) => channel),
      }
    },
    announce: async () => announceFacts(ctx.db.kysely, ctx.shop.id, await nextWriteVersion(ctx.db.kysely)),
  }
}

suite('what is read for credit', () => {
  test('is read once for all models as long as the facts are the same', async () => {
    const { ctx, ask, announce } = await openCounted()
    await writeSeenOrders(ctx, [order('a', '10')])
    await announce()
    const first = await ask('first_click')
    const other = await ask('last_click')
    const again = await ask('first_click')
    assert.equal(other.reads, 1, 'credit alone')
    assert.deepEqual(again, { ...first, reads: 0 })
    assert.deepEqual([first.channels, other.channels], [['email'], ['referral']])
  })

  test('is read anew when there are newer facts, and while a history is still being read', async () => {
    const { ctx, ask, announce } = await openCounted()
    await writeSeenOrders(ctx, [order('a', '10')])
    await announce()
    const first = await ask('linear_all')
    await writeSeenOrders(ctx, [order('b', '5')])
    await announce()
    assert.deepEqual(await ask('linear_all'), { ...first, revenue: '15.00', booked: '15.00' })
    await markHistory(ctx)
    await writeSeenOrders(ctx, [order('c', '1')])
    const waiting = await ask('linear_all')
    assert.deepEqual([waiting.reads, waiting.revenue], [first.reads, '16.00'])
    await clearJourneyMarks(ctx.db.kysely, ctx.shop.id, await listJourneyMarks(ctx.db.kysely, ctx.shop.id, 10))
    await announce()
    assert.equal((await ask('linear_all')).revenue, '16.00')
  })
})
