import type { ImportColumn } from '@tillsight/platforms/order-files'

/** Columns about the whole order: filled on its first row, empty or identical on the others. */
export const orderColumns: readonly ImportColumn[] = [
  {
    name: 'order_id',
    aliases: ['id', 'order'],
    required: true,
    help: 'What identifies the order; rows with the same value are one order.',
  },
  {
    name: 'order_name',
    aliases: ['name', 'order_number'],
    required: false,
    help: 'What you call the order, for example `#1001`. Default: order_id.',
  },
  { name: 'placed_at', aliases: ['created_at', 'date', 'order_date'], required: true, help: 'When it was placed.' },
  {
    name: 'paid_at',
    required: false,
    help: 'When it was paid. Default: placed_at, if the status says that it was paid.',
  },
  {
    name: 'status',
    required: false,
    help: '`paid` (default), `refunded`, `unpaid`, `cancelled`, `failed` or `unfinished`.',
  },
  { name: 'cancelled_at', required: false, help: 'When it was cancelled.' },
  {
    name: 'updated_at',
    required: false,
    help: 'When it last changed; an older state never replaces a newer one. Default: the latest other date.',
  },
  { name: 'currency', required: false, help: 'ISO 4217 code. Default: the shop’s currency.' },
  { name: 'rate', required: false, help: 'One unit of the order’s currency in shop currency, if they differ.' },
  { name: 'customer_id', required: false, help: 'Your number of the customer.' },
  { name: 'email', required: false, help: 'Email address of the customer.' },
  { name: 'phone', required: false, help: 'Phone number, used only when there is neither customer_id nor email.' },
  { name: 'country', required: false, help: 'Two letters (ISO 3166), for example `DE`.' },
  { name: 'region', required: false, help: 'State or province.' },
  { name: 'gateway', aliases: ['payment_method'], required: false, help: 'How it was paid.' },
  {
    name: 'channel',
    aliases: ['sales_channel'],
    required: false,
    help: 'Where it was sold, for example `web` or `pos`.',
  },
  { name: 'coupon', aliases: ['coupons'], required: false, help: 'Coupon codes, separated by `|`.' },
  { name: 'shipping', required: false, help: 'Shipping charged, without tax.' },
  { name: 'shipping_tax', required: false, help: 'Tax on shipping.' },
  { name: 'total', required: false, help: 'Grand total with tax; used to check the arithmetic of the order.' },
]

/** Columns of one line item. */
export const lineColumns: readonly ImportColumn[] = [
  { name: 'line_id', required: false, help: 'Identifies the line within its order. Default: 1, 2, 3, …' },
  {
    name: 'line_type',
    required: false,
    help: '`product` (default), `gift_card`, `shipping`, `charge`, `tip` or `adjustment`.',
  },
  { name: 'product_id', required: false, help: 'Your number of the product. Default: sku.' },
  { name: 'variant_id', required: false, help: 'Your number of the variant.' },
  { name: 'sku', required: false, help: 'Stock keeping unit.' },
  { name: 'title', aliases: ['product', 'description'], required: false, help: 'Name of the product.' },
  { name: 'quantity', aliases: ['qty'], required: false, help: 'How many; 0 or more, at most 4 decimals. Default: 1.' },
  {
    name: 'unit_price',
    aliases: ['price'],
    required: false,
    help: 'Price of one, before discount, without tax. Either this or gross.',
  },
  {
    name: 'gross',
    required: false,
    help: 'Amount of the line before discount, without tax. Either this or unit_price.',
  },
  { name: 'discount', required: false, help: 'Discount on the line, positive, without tax.' },
  { name: 'tax', required: false, help: 'Tax on the line after discount.' },
  { name: 'cost', required: false, help: 'What the goods of the line cost you.' },
  { name: 'refunded_at', required: false, help: 'When this line was given back.' },
  { name: 'refunded_quantity', required: false, help: 'How many were given back.' },
  {
    name: 'refunded_amount',
    required: false,
    help: 'What was paid back for the line, positive, without tax. Default with refunded_at: the whole line.',
  },
  { name: 'refunded_tax', required: false, help: 'Tax that was paid back.' },
]
