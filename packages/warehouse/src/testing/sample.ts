import { toShopId } from '@tillsight/core'
import { z } from 'zod'
import type { Row } from '../contract.ts'
import { blankRow } from './blank-row.ts'

/** Two shops that must never see each other. */
export const shopA = toShopId('aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')
export const shopB = toShopId('bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb')

/** A row of `daily`. */
export function dailyRow(day: string, value: string, change: Row = {}): Row {
  return { measure: 'sales', day, value, previous_days: [], previous_counts: [], version: 1, ...change }
}

/** A row of `ledger` for line `line` of an order. */
export function ledgerRow(order: string, line: number, change: Row = {}): Row {
  return {
    ...blankRow('ledger'),
    booked_at: '2026-01-02 03:04:05',
    order_id: order,
    row_id: `o:${line}`,
    kind: 'order',
    side: 'sale',
    line_type: 'product',
    head: line === 0 ? 1 : 0,
    product_id: 'p',
    variant_id: 'v',
    sku: 's',
    title: 'Tea',
    quantity: '1',
    gross: '10.5',
    discount: '0',
    tax: '1.05',
    currency: 'EUR',
    rate: '1',
    order_name: order,
    order_status: 'paid',
    placed_at: '2026-01-02 03:04:05',
    paid: 1,
    refunded: 0,
    customer_class: 'new',
    country: 'DE',
    customer_id: '00000000-0000-0000-0000-000000000000',
    previous_paid_at: '1970-01-01 00:00:00',
    previous_returning_at: '1970-01-01 00:00:00',
    region: '',
    gateway: 'card',
    sales_channel: 'web',
    coupons: ['SPRING'],
    source: 'test',
    version: 1,
    ...change,
  }
}

/** Count and sum of one table, as `read` gives them. */
export const Totals = z.object({ n: z.coerce.number(), total: z.string() })
