import { z } from 'zod'

// The data that WooCommerce REST v3 sends, as far as it is used. Only the structure is validated here: single values stay
// unknown and pass through the readers in values.ts, because plug-ins change their types. Other fields are dropped.

const value = z.unknown().optional()
const id = z.union([z.string().min(1), z.number()]).transform(String)

/** PHP prints a list with gaps as an object, and an empty object as a list. */
function listOf<T extends z.ZodType>(item: T) {
  return z
    .preprocess((input) => {
      if (Array.isArray(input)) return input
      return typeof input === 'object' && input !== null ? Object.values(input) : []
    }, z.array(item))
    .prefault([])
}

/** An object, or nothing where PHP prints `[]`, `""` or null for an empty one. */
function objectOf<T extends z.ZodRawShape>(shape: T) {
  return z
    .preprocess(
      (input) => (typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}),
      z.object(shape),
    )
    .prefault({})
}

const meta = listOf(objectOf({ key: value, value }))
const address = objectOf({ country: value, state: value, email: value, phone: value })

const orderLine = z.object({
  id,
  name: value,
  product_id: value,
  variation_id: value,
  quantity: value,
  subtotal: value,
  total: value,
  total_tax: value,
  sku: value,
  cost_of_goods_sold: objectOf({ total_value: value }).optional(),
  bundled_by: value,
  meta_data: meta,
})

const shippingLine = z.object({
  id,
  method_title: value,
  method_id: value,
  instance_id: value,
  total: value,
  total_tax: value,
})
const feeLine = z.object({ id, name: value, total: value, total_tax: value })

export const WireOrder = z.object({
  id,
  number: value,
  status: z.string(),
  currency: value,
  date_created_gmt: value,
  date_created: value,
  date_modified_gmt: value,
  date_modified: value,
  date_paid_gmt: value,
  date_paid: value,
  date_completed_gmt: value,
  date_completed: value,
  total: value,
  total_tax: value,
  customer_id: value,
  created_via: value,
  payment_method: value,
  billing: address,
  shipping: address,
  meta_data: meta,
  line_items: listOf(orderLine),
  shipping_lines: listOf(shippingLine),
  fee_lines: listOf(feeLine),
  coupon_lines: listOf(objectOf({ code: value, discount: value, discount_tax: value, discount_type: value })),
  gift_cards: listOf(objectOf({ amount: value })),
  pw_gift_card_lines: listOf(objectOf({ amount: value })),
  refunds: listOf(objectOf({ id: value, total: value })),
})
export type WireOrder = z.infer<typeof WireOrder>

const refundedLine = z.object({
  id,
  name: value,
  product_id: value,
  variation_id: value,
  quantity: value,
  total: value,
  total_tax: value,
  sku: value,
  meta_data: meta,
})

export const WireRefund = z.object({
  id,
  parent_id: value,
  date_created_gmt: value,
  date_created: value,
  amount: value,
  reason: value,
  refunded_payment: value,
  line_items: listOf(refundedLine),
  shipping_lines: listOf(shippingLine.extend({ meta_data: meta })),
  fee_lines: listOf(feeLine.extend({ meta_data: meta })),
})
export type WireRefund = z.infer<typeof WireRefund>

const costOfGoods = objectOf({ total_value: value })

export const WireProduct = z.object({
  id,
  name: value,
  type: value,
  status: value,
  sku: value,
  price: value,
  weight: value,
  virtual: value,
  manage_stock: value,
  date_modified_gmt: value,
  categories: listOf(objectOf({ name: value })),
  images: listOf(objectOf({ src: value })),
  variations: listOf(value),
  meta_data: meta,
  cost_of_goods_sold: costOfGoods.optional(),
})
export type WireProduct = z.infer<typeof WireProduct>

export const WireVariation = z.object({
  id,
  name: value,
  sku: value,
  price: value,
  weight: value,
  virtual: value,
  manage_stock: value,
  attributes: listOf(objectOf({ option: value })),
  meta_data: meta,
  cost_of_goods_sold: costOfGoods.optional(),
})
export type WireVariation = z.infer<typeof WireVariation>

export const WireCustomer = z.object({
  id,
  email: value,
  username: value,
  first_name: value,
  last_name: value,
  date_created_gmt: value,
  date_modified_gmt: value,
  billing: address,
})
export type WireCustomer = z.infer<typeof WireCustomer>

export const WireCoupon = z.object({
  id,
  code: value,
  amount: value,
  discount_type: value,
  date_expires_gmt: value,
  date_modified_gmt: value,
})
export type WireCoupon = z.infer<typeof WireCoupon>

/** The REST root, with the store's identity. */
export const WireRoot = z.object({
  name: value,
  url: value,
  home: value,
  gmt_offset: value,
  timezone_string: value,
  namespaces: z.array(z.string()),
})
export type WireRoot = z.infer<typeof WireRoot>

export const WireSettings = listOf(objectOf({ id: value, value }))

export const WireCurrency = z.object({ code: z.string().length(3) })

export const WireSystemStatus = objectOf({
  environment: objectOf({ version: value }),
  settings: z.object({ HPOS_enabled: z.unknown() }).optional().catch(undefined),
})

export const WireWebhook = z.object({
  id,
  name: value,
  status: value,
  topic: value,
  delivery_url: value,
  date_created_gmt: value,
})
export type WireWebhook = z.infer<typeof WireWebhook>

/** The keys that the store posts after the merchant has approved. */
export const WireKeys = z.object({
  user_id: z.union([z.string().min(1), z.number()]).transform(String),
  consumer_key: z.string().regex(/^ck_\w{8,}$/),
  consumer_secret: z.string().regex(/^cs_\w{8,}$/),
  key_permissions: z.enum(['read', 'write', 'read_write']),
})

/** An error answer; `data` is not always an object, so the status is taken from HTTP. */
export const WireError = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  message: z.unknown().transform((text) => (typeof text === 'string' ? text : '')),
  data: z.unknown(),
})
