import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillShop, type ShopDispute } from '../../../../simulators/shopify/index.ts'
import { checkRecord } from '../record-format.ts'
import { disputesStream } from './disputes.ts'
import { collectPages, makeShopOrder, startFixture } from './testing.ts'
import { webhooks } from './webhooks.ts'

const clock = { now: () => new Date('2026-06-01T12:00:00Z') }

function makeDispute(id: number, more: Partial<ShopDispute> = {}): ShopDispute {
  return { id, orderId: 1, initiatedAt: '2026-04-02T08:00:00Z', amount: '84.00', ...more }
}

async function start(t: Parameters<typeof startFixture>[0], disputes: readonly ShopDispute[]) {
  const fixture = await startFixture(t, { clock })
  await fillShop(fixture.shop, { orders: [makeShopOrder(1, '2026-03-10T10:00:00Z')], disputes })
  return fixture
}

describe('disputes', () => {
  it('come with their order, days and outcome; inquiries and prevented ones took nothing', async (t) => {
    const fixture = await start(t, [
      makeDispute(71, { status: 'WON', finalizedOn: '2026-05-20T00:00:00Z' }),
      makeDispute(72, { status: 'ACCEPTED', finalizedOn: '2026-05-21T00:00:00Z', currency: 'USD' }),
      makeDispute(73, { type: 'INQUIRY', reason: 'GENERAL' }),
      makeDispute(74, { status: 'PREVENTED' }),
      makeDispute(75, { status: 'UNDER_REVIEW' }),
      makeDispute(76, { orderId: 999 }),
    ])
    const pages = await collectPages(disputesStream.backfill(fixture.ctx(), null))
    const records = pages.flatMap((page) => page.records)
    records.forEach(checkRecord)
    assert.deepEqual(
      records.map(({ id, orderId, outcome, endedAt, currency }) => [id, orderId, outcome, endedAt, currency]),
      [
        ['75', '1', 'open', null, 'EUR'],
        ['74', '1', 'void', null, 'EUR'],
        ['73', '1', 'void', null, 'EUR'],
        ['72', '1', 'lost', '2026-05-21T00:00:00Z', 'USD'],
        ['71', '1', 'won', '2026-05-20T00:00:00Z', 'EUR'],
      ],
    )
    assert.deepEqual(
      [records[0]?.amount, records[0]?.at, records[2]?.reason],
      ['84', '2026-04-02T08:00:00Z', 'general'],
    )
  })

  it('are read again as long as they may be open', async (t) => {
    const old = makeDispute(1, { initiatedAt: '2024-01-01T00:00:00Z' })
    const many = Array.from({ length: 120 }, (_, index) => makeDispute(100 + index))
    const fixture = await start(t, [old, ...many])
    const all = await collectPages(disputesStream.backfill(fixture.ctx(), null))
    assert.equal(new Set(all.flatMap(({ records }) => records).map(({ id }) => id)).size, 121)
    fixture.shop.store.putDispute(makeDispute(100, { status: 'LOST', finalizedOn: '2026-05-30T00:00:00Z' }))
    const again = await collectPages(disputesStream.increment(fixture.ctx(), null))
    const found = again.flatMap(({ records }) => records).find(({ id }) => id === '100')
    assert.equal(found?.outcome, 'lost')
    assert.equal(again.at(-1)?.syncedThrough, '2026-06-01T12:00:00Z')
  })

  it('are fetched when the shop announces them, and left out where the app may not see them', async (t) => {
    const fixture = await start(t, [makeDispute(71)])
    const hint = { topic: 'disputes/create', type: 'dispute', id: '71' } as const
    assert.deepEqual(
      (await webhooks.resolve(fixture.ctx(), hint)).map((record) => 'outcome' in record && record.outcome),
      ['open'],
    )
    const { approvedScopes } = fixture.fake.app
    fixture.shop.changeScopes(approvedScopes.filter((scope) => scope !== 'read_shopify_payments_disputes'))
    const pages = await collectPages(disputesStream.increment(fixture.ctx(), null))
    assert.deepEqual(
      pages.flatMap(({ records }) => records),
      [],
    )
    assert.match(pages.flatMap(({ warnings }) => warnings).join(), /read_shopify_payments_disputes/)
    assert.deepEqual(await webhooks.resolve(fixture.ctx(), hint), [])
  })
})
