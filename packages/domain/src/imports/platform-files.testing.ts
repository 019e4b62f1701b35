// Files as platforms export them, for the tests of this folder.
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import { recordsOf } from './testing.ts'

/** Values of a row by heading. */
export type Cells = Readonly<Record<string, string>>

/** A file with these columns; missing values of a row are empty. */
export function toCsv(columns: readonly string[], rows: readonly Cells[], delimiter = ','): string {
  const quote = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(delimiter))
  return [columns.join(delimiter), ...lines, ''].join('\n')
}

/** Orders and refunds that a file yields. */
export async function readFileOf(
  format: string,
  content: string | Uint8Array,
): Promise<{ orders: OrderRecord[]; refunds: RefundRecord[] }> {
  const records = await recordsOf(content, format)
  return {
    orders: records.filter((record) => record.type === 'order'),
    refunds: records.filter((record) => record.type === 'refund'),
  }
}

/** Id, type, quantity, gross, discount and tax of every line. */
export function linesOf(record: OrderRecord | undefined): string[][] {
  const lines = record?.lines ?? []
  return lines.map(({ id, type, quantity, gross, discount, tax }) => [id, type, quantity, gross, discount, tax])
}

/** Id, order, day, amount and lines of every refund. */
export function refundsOf(refunds: readonly RefundRecord[]): unknown[][] {
  return refunds.map(({ id, orderId, at, amount, lines }) => [
    id,
    orderId,
    at,
    amount,
    lines.map((line) => [line.orderLineId, line.quantity, line.amount, line.tax]),
  ])
}

/**
 * An order of WooCommerce. Socks 42.02 less 4.20 = 37.82, VAT 7.19; hat 10.00, VAT 1.90; shipping 4.12, VAT 0.78; fee 1.00,
 * VAT 0.19. Tax 10.06; 37.82 + 10.00 + 4.12 + 1.00 + 10.06 = 63.00.
 */
export const bought: Cells = {
  order_id: '18234',
  order_number: '',
  date: '2026-07-06 09:01:12',
  status: 'processing',
  shipping_total: '4.12',
  shipping_tax_total: '0.78',
  fee_total: '1.00',
  fee_tax_total: '0.19',
  tax_total: '10.06',
  discount_total: '4.20',
  order_total: '63.00',
  refunded_total: '0.00',
  order_currency: 'EUR',
  payment_method: 'stripe',
  shipping_method: 'Flat rate',
  customer_id: '12',
  billing_email: 'ida@example.net',
  billing_phone: "'+49555010",
  billing_country: 'DE',
  shipping_country: 'AT',
  shipping_state: 'Wien',
  shipping_items: 'id:993|method_id:flat_rate|method_title:Flat rate|total:4.12',
  fee_items: 'id:994|title:Gift wrap|tax_class:|total:1.00|total_tax:0.19|taxable:1',
  coupon_items: 'id:995|code:new10|amount:4.20|description:Ten percent\\: for all',
}
