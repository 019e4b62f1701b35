import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillShop, type ShopOrder } from '../../../../simulators/shopify/index.ts'
import type { Page } from '../contract.ts'
import { ordersStream } from './orders.ts'
import { collectPages, makeShopOrder, startFixture } from './testing.ts'

const at = '2026-03-05T10:00:00Z'

/** An order of a physical and of a digital line, three pieces each, with what happened to it. */
function makeOrder(id: number, happenings: ShopOrder['happenings'] = []): ShopOrder {
  const line = { productId: 310, variantId: 314, title: 'Socks', quantity: 3, unitPrice: '10.00' }
  const lines = [
    { ...line, id: id * 10 + 1 },
    { ...line, id: id * 10 + 5, title: 'Pattern', requiresShipping: false },
  ]
  return makeShopOrder(id, '2026-03-01T10:00:00Z', { lines, happenings })
}

function restockedOf(pages: readonly Page[]) {
  const refunds = pages.flatMap(({ records }) => records.filter((record) => record.type === 'refund'))
  return Object.fromEntries(
    refunds.map(({ id, lines }) => [
      id.split('-')[0] ?? id,
      lines.map(({ orderLineId, quantity, restocked }) => [orderLineId, quantity, restocked]),
    ]),
  )
}

describe('what came back into stock', () => {
  it('is what the refund says of its goods, whatever kind of restocking was asked for', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, {
      orders: [
        makeOrder(1, [{ kind: 'refund', id: 91, at, lines: [{ lineId: 11, quantity: 2, restock: 'RETURN' }] }]),
        makeOrder(2, [{ kind: 'refund', id: 92, at, lines: [{ lineId: 21, quantity: 2, restock: 'NO_RESTOCK' }] }]),
        makeOrder(3, [
          { kind: 'refund', id: 93, at, lines: [{ lineId: 31, quantity: 1, restock: 'RETURN', restocked: false }] },
          { kind: 'refund', id: 94, at, lines: [{ lineId: 31, quantity: 1, restock: 'CANCEL' }] },
        ]),
      ],
    })
    const expected = {
      91: [['11', '2', '2']],
      92: [['21', '2', '0']],
      93: [['31', '1', '0']],
      94: [['31', '1', '1']],
    }
    assert.deepEqual(restockedOf(await collectPages(ordersStream.backfill(fixture.ctx(), null))), expected)
    assert.deepEqual(restockedOf(await collectPages(ordersStream.increment(fixture.ctx(), null))), expected)
  })

  it('is told by the refund that pays for a return, and not known before', async (t) => {
    const fixture = await startFixture(t)
    const back = { kind: 'return' as const, id: 95, at, lines: [{ lineId: 11, quantity: 2 }] }
    await fillShop(fixture.shop, {
      orders: [
        makeOrder(1, [
          back,
          { kind: 'refund', id: 96, at, returnId: 95, lines: [{ lineId: 11, quantity: 2, restock: 'RETURN' }] },
        ]),
        makeOrder(2, [{ ...back, id: 97, lines: [{ lineId: 21, quantity: 1 }] }]),
      ],
    })
    const pages = await collectPages(ordersStream.backfill(fixture.ctx(), null))
    const lines = pages.flatMap(({ records }) =>
      records.flatMap((record) => (record.type === 'refund' ? record.lines : [])),
    )
    assert.deepEqual(
      lines.map(({ orderLineId, restocked }) => [orderLineId, restocked]).toSorted(([a], [b]) => Number(a) - Number(b)),
      [
        ['11', '2'],
        ['21', undefined],
      ],
    )
  })

  it('is read of refunds with many goods too', async (t) => {
    const fixture = await startFixture(t)
    const lines = Array.from({ length: 60 }, (_, index) => ({
      id: 100 + index,
      title: `Socks ${index}`,
      quantity: 1,
      unitPrice: '1.00',
    }))
    const refunded = lines.map(({ id }) => ({ lineId: id, quantity: 1, restock: 'RETURN' as const }))
    const happenings = [{ kind: 'refund' as const, id: 98, at, lines: refunded }]
    await fillShop(fixture.shop, { orders: [makeShopOrder(1, '2026-03-01T10:00:00Z', { lines, happenings })] })
    const found = restockedOf(await collectPages(ordersStream.increment(fixture.ctx(), null)))['98'] ?? []
    assert.deepEqual([found.length, found.every((row) => row[2] === '1')], [60, true])
  })
})

it('an order says which goods are not sent, and whether anything was', async (t) => {
  const fixture = await startFixture(t)
  await fillShop(fixture.shop, { orders: [makeOrder(1), makeOrder(2, [{ kind: 'fulfilment', at }])] })
  const pages = await collectPages(ordersStream.backfill(fixture.ctx(), null))
  const orders = pages.flatMap(({ records }) => records.filter((record) => record.type === 'order'))
  assert.deepEqual(
    orders
      .map(({ id, fulfilled, lines }) => [id, fulfilled, lines.map(({ physical }) => physical)])
      .toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      ['1', undefined, [undefined, false]],
      ['2', true, [undefined, false]],
    ],
  )
})
