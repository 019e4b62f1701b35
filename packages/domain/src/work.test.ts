import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createImport, type JobView } from '@tillsight/database'
import { type Actor, run } from './context/index.ts'
import { connectStore, openTestShop, openTestStores, startStore } from './sync/testing.ts'
import { listWork } from './work.ts'

const stores = await openTestStores({ after })

function job(change: Partial<JobView>): JobView {
  const at = new Date('2026-11-20T11:00:00Z')
  return {
    id: 'j',
    queue: 'sync',
    key: null,
    label: 'Reading orders',
    state: 'waiting',
    done: 0,
    total: null,
    message: null,
    ratePerSecond: null,
    estimatedEndAt: null,
    retries: 0,
    createdAt: at,
    startAfter: at,
    startedAt: null,
    endedAt: null,
    ...change,
  }
}

test('only work for the shop is shown, and files to whoever may import', async (t) => {
  const shop = await openTestShop(stores)
  const other = await openTestShop(stores)
  const { id: connection } = await connectStore(shop, await startStore(t, shop))
  const file = { format: '', fileName: 'a.csv', state: 'checking', personId: null, keptApart: true }
  const [own, foreign] = await Promise.all(
    [shop, other].map(({ ctx }) => createImport(ctx.db.kysely, { shopId: ctx.shop.id, ...file })),
  )
  const later = new Date('2026-11-20T12:10:00Z')
  const jobs = [
    job({ id: 'reads', key: connection }),
    job({ id: 'reads later', key: connection, startAfter: later }),
    job({ id: 'reads again', key: connection, state: 'retrying' }),
    job({ id: 'reads another', key: 'another' }),
    job({ id: 'ended', key: connection, state: 'completed' }),
    job({ id: 'file', queue: 'import.check', key: own?.id ?? '', state: 'running', done: 3, total: 9 }),
    job({ id: 'foreign file', queue: 'import.check', key: foreign?.id ?? '' }),
    job({ id: 'books', queue: 'shop.recalculate', key: shop.ctx.shop.id, state: 'failed' }),
    job({ id: 'books another', queue: 'shop.recalculate', key: other.ctx.shop.id }),
    job({ id: 'days', queue: 'shop.rebuild_days', key: shop.ctx.shop.id, state: 'failed' }),
    job({ id: 'days again', queue: 'shop.rebuild_days', key: shop.ctx.shop.id, state: 'running', createdAt: later }),
    job({ id: 'rates', queue: 'rates.fetch', key: 'now' }),
    job({ id: 'hourly rates', queue: 'rates.fetch', key: 'due' }),
    job({ id: 'something else', queue: 'mail', key: shop.ctx.shop.id }),
  ]
  const ctx = { ...shop.ctx, services: { ...shop.ctx.services, jobs: { list: async () => jobs } } }
  const all = await run(listWork, ctx, {})
  const reading = ['reads', 'reads later', 'reads again']
  assert.deepEqual(
    all.map(({ id }) => id),
    ['days again', ...reading, 'file', 'books', 'rates'],
  )
  assert.deepEqual(
    all.filter(({ isDue }) => isDue).map(({ id }) => id),
    ['reads', 'rates'],
  )
  assert.deepEqual(
    all.filter(({ what }) => what === 'import').map(({ about, done, total }) => [about, done, total]),
    [[own?.id, 3, 9]],
  )
  const viewer: Actor = { kind: 'person', id: '00000000-0000-0000-0000-00000000000a', role: 'viewer', shops: 'all' }
  const seen = await run(listWork, { ...ctx, actor: viewer }, {})
  assert.deepEqual(
    seen.map(({ id }) => id),
    ['days again', ...reading, 'books', 'rates'],
  )
})
