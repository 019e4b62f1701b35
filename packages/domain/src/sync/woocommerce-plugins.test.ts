import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { StoreOrder } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })

/** Socks for 100.00 plus VAT of 19.00: 119.00. */
function order(id: number, more: Partial<StoreOrder>): StoreOrder {
  const at = '2026-11-10T10:00:00Z'
  const line = {
    id: id * 10,
    productId: 1,
    sku: 'SOCK',
    name: 'Socks',
    quantity: 1,
    subtotal: '100.00',
    total: '100.00',
  }
  return { id, status: 'processing', createdAt: at, paidAt: at, lines: [{ ...line, totalTax: '19.00' }], ...more }
}

/** Sold and returned amounts by order, with tax, in shop currency; without orders that do not count. */
async function sumUp(shop: TestShop): Promise<Record<string, string>> {
  const sums = new Map<string, { sold: number; returned: number }>()
  for (const row of await readLedger(shop)) {
    const sum = sums.get(String(row.order_id)) ?? { sold: 0, returned: 0 }
    const amount = Number(row.gross) - Number(row.discount) + Number(row.tax)
    if (row.side === 'sale') sum.sold += amount
    else sum.returned += amount
    sums.set(String(row.order_id), sum)
  }
  return Object.fromEntries(
    [...sums].map(([id, { sold, returned }]) => [id, `${sold.toFixed(2)} ${returned.toFixed(2)}`]),
  )
}

async function read(t: { after(work: () => Promise<void>): void }, orders: readonly StoreOrder[], options = {}) {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop, options)
  await store.store.fill({ orders })
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const issues = (await run(listHealth, shop.ctx, {})).map(({ kind }) => kind)
  return { sums: await sumUp(shop), issues }
}

test('orders in other currencies count at the rate that the plug-in left on them, refunds at the same', async (t) => {
  const refunds = [{ id: 901, createdAt: '2026-11-12T10:00:00Z', amount: '119.00', lines: [] }]
  const usd = (id: number, key: string, value: unknown) => order(id, { currency: 'USD', meta: [{ key, value }] })
  const { sums, issues } = await read(t, [
    usd(1, '_wcpbc_base_exchange_rate', '0.9'),
    usd(2, '_order_total_base_currency', '107.10'),
    usd(3, '_wcpay_multi_currency_order_exchange_rate', '1.25'),
    usd(4, '_wcpay_multi_currency_stripe_exchange_rate', '0.81'),
    usd(5, '_woocs_order_rate', '1.25'),
    usd(6, 'wmc_order_info', { EUR: { rate: 1, is_main: 1 }, USD: { rate: '1.25', is_main: 0 } }),
    { ...usd(7, '_wcpbc_base_exchange_rate', '0.9'), refunds },
    order(8, { currency: 'USD' }),
  ])
  assert.deepEqual(sums, {
    1: '107.10 0.00',
    2: '107.10 0.00',
    3: '95.20 0.00',
    4: '96.39 0.00',
    5: '95.20 0.00',
    6: '95.20 0.00',
    7: '107.10 -107.10',
  })
  // Without any rate the order waits for one, and there is an issue.
  assert.deepEqual(issues, ['missing_rate'])
})

test('gift cards of plug-ins are a way of paying: orders keep their revenue and add up', async (t) => {
  const { sums, issues } = await read(t, [
    order(1, { total: '89.00', giftCards: [{ code: 'AAAA', amount: '30.00' }] }),
    order(2, { total: '89.00', meta: [{ key: '_ywgc_applied_gift_cards_totals', value: '30' }] }),
    order(3, { meta: [{ key: '_ywgc_applied_gift_cards_totals', value: '30' }] }),
  ])
  assert.deepEqual(sums, { 1: '119.00 0.00', 2: '119.00 0.00', 3: '119.00 0.00' })
  assert.deepEqual(issues, [])
})

test('statuses that the shop invented are sales; unfinished, failed and unpaid cancelled orders are none', async (t) => {
  const customStatuses = { packed: 'Packed', 'partial-payment': 'Partly paid' }
  const statuses = ['packed', 'partial-payment', 'on-hold', 'pending', 'checkout-draft', 'failed', 'cancelled']
  const orders = statuses.map((status, index) => {
    const isPaid = ['packed', 'partial-payment'].includes(status)
    return order(index + 1, { status, ...(isPaid ? {} : { paidAt: null }) })
  })
  const { sums } = await read(t, orders, { customStatuses })
  assert.deepEqual(Object.keys(sums), ['1', '2', '3'])
})
