import { z } from 'zod'
import type { StoreAddress, StoreMeta, StoreOrder, StoreOrderLine, StoreTax } from './history.ts'
import { decimalText, micros } from './money.ts'
import { statusSlugs } from './options.ts'
import { invalidParameter } from './responses.ts'
import type { NewOrder } from './store.ts'
import type { RestCall } from './world.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const meta = z.array(z.object({ key: z.string(), value: z.unknown() })).optional()
const address = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    city: z.string(),
    postcode: z.string(),
    state: z.string(),
    country: z.string(),
    email: z.string(),
    phone: z.string(),
  })
  .partial()
const line = z.object({
  product_id: z.number().optional(),
  variation_id: z.number().optional(),
  name: z.string().optional(),
  quantity: z.number().default(1),
  subtotal: text.optional(),
  total: text.optional(),
  total_tax: text.optional(),
  meta_data: meta,
})
const orderInput = z
  .object({
    status: z.string(),
    currency: z.string(),
    customer_id: z.number(),
    customer_note: z.string(),
    payment_method: z.string(),
    payment_method_title: z.string(),
    transaction_id: z.string(),
    set_paid: z.boolean(),
    created_via: z.string(),
    date_created_gmt: z.string(),
    billing: address,
    shipping: address,
    meta_data: meta,
    line_items: z.array(line),
    shipping_lines: z.array(
      z.object({ method_id: z.string(), method_title: z.string().default('Shipping'), total: text }),
    ),
    fee_lines: z.array(z.object({ name: z.string(), total: text })),
  })
  .partial()

/** Reads a JSON body; a wrong field is `400 rest_invalid_param`. */
export function readBody<T>(call: RestCall, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(call.request.body === '' ? {} : parseJson(call.request.body))
  if (parsed.success) return parsed.data
  const name = String(parsed.error.issues[0]?.path[0] ?? 'body')
  throw invalidParameter(name, 'rest_invalid_type', `${name} is not of the expected type.`)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw invalidParameter('body', 'rest_invalid_type', 'Invalid JSON body passed.')
  }
}

/** The new order from the body of `POST orders`. */
export function newOrderFrom(call: RestCall): NewOrder {
  const input = readBody(call, orderInput)
  const id = call.world.store.nextId()
  const firstLine = id * 100
  const shippingLines = (input.shipping_lines ?? []).map((entry, at) => ({
    id: firstLine + 50 + at,
    methodId: entry.method_id,
    title: entry.method_title,
    total: entry.total,
    ...taxed(call, entry.total),
  }))
  const feeLines = (input.fee_lines ?? []).map((entry, at) => ({
    id: firstLine + 70 + at,
    name: entry.name,
    total: entry.total,
    ...taxed(call, entry.total),
  }))
  return {
    id,
    ...fieldsOf(input),
    status: input.set_paid ? 'processing' : statusOf(call, input.status ?? 'pending'),
    createdVia: input.created_via ?? 'rest-api',
    ...(input.date_created_gmt === undefined ? {} : { createdAt: `${input.date_created_gmt.slice(0, 19)}Z` }),
    lines: (input.line_items ?? []).map((entry, at) => orderLine(call, entry, firstLine + at)),
    shippingLines,
    feeLines,
    meta: metaOf(input.meta_data) ?? [],
  }
}

/** The changes from the body of `PUT orders/{id}`. */
export function orderPatchFrom(call: RestCall, order: StoreOrder): Partial<StoreOrder> {
  const input = readBody(call, orderInput)
  const changed = metaOf(input.meta_data)
  const keys = new Set(changed?.map((entry) => entry.key))
  return {
    ...fieldsOf(input),
    ...(input.status === undefined ? {} : { status: statusOf(call, input.status) }),
    ...(changed ? { meta: [...(order.meta ?? []).filter((entry) => !keys.has(entry.key)), ...changed] } : {}),
    ...(input.line_items
      ? { lines: input.line_items.map((entry, at) => orderLine(call, entry, order.id * 100 + 20 + at)) }
      : {}),
  }
}

function fieldsOf(input: z.infer<typeof orderInput>): Partial<StoreOrder> {
  return {
    ...(input.currency === undefined ? {} : { currency: input.currency }),
    ...(input.customer_id === undefined ? {} : { customerId: input.customer_id }),
    ...(input.customer_note === undefined ? {} : { customerNote: input.customer_note }),
    ...(input.payment_method === undefined ? {} : { paymentMethod: input.payment_method }),
    ...(input.payment_method_title === undefined ? {} : { paymentMethodTitle: input.payment_method_title }),
    ...(input.transaction_id === undefined ? {} : { transactionId: input.transaction_id }),
    ...(input.billing === undefined ? {} : { billing: addressOf(input.billing), email: input.billing.email ?? '' }),
    ...(input.shipping === undefined ? {} : { shipping: addressOf(input.shipping) }),
  }
}

function statusOf({ world }: RestCall, status: string): string {
  const slug = status.replace(/^wc-/, '')
  const known = statusSlugs(world.site)
  if (known.includes(slug)) return slug
  throw invalidParameter('status', 'rest_not_in_enum', `status is not one of ${known.join(', ')}.`)
}

function orderLine(call: RestCall, input: z.infer<typeof line>, id: number): StoreOrderLine {
  const found = findArticle(call, input)
  const listed = (micros(found.price) * BigInt(Math.round(input.quantity * 1000))) / 1000n
  const subtotal = input.subtotal ?? input.total ?? decimalText(listed)
  const total = input.total ?? subtotal
  return {
    id,
    productId: found.productId,
    variationId: found.variationId,
    sku: found.sku,
    name: input.name ?? found.name,
    quantity: input.quantity,
    subtotal,
    subtotalTax: taxed(call, subtotal).totalTax,
    total,
    ...taxed(call, total, input.total_tax),
    meta: metaOf(input.meta_data) ?? [],
  }
}

function findArticle(
  { world }: RestCall,
  { product_id: productId = 0, variation_id: variationId = 0 }: z.infer<typeof line>,
) {
  const product = world.store.products.get(productId)
  const article = product?.variations?.find((entry) => entry.id === variationId) ?? product
  return {
    productId,
    variationId,
    sku: article?.sku ?? null,
    price: article?.price ?? '0',
    name: product?.name ?? 'Product',
  }
}

/** The tax on an amount without tax at the store's first rate, to the cent. */
function taxed(
  { world }: RestCall,
  total: string,
  given?: string,
): { readonly totalTax: string; readonly taxes: readonly StoreTax[] } {
  const rate = world.site.taxRates[0]
  if (!rate) return { totalTax: given ?? '0', taxes: [] }
  const exact = (micros(total) * BigInt(rate.percent * 100)) / 10_000n
  const totalTax = given ?? decimalText(((exact + 5000n) / 10_000n) * 10_000n)
  return { totalTax, taxes: [{ rateId: rate.id, total: totalTax }] }
}

function addressOf(input: z.infer<typeof address>): StoreAddress {
  return {
    firstName: input.first_name ?? '',
    lastName: input.last_name ?? '',
    city: input.city ?? '',
    postcode: input.postcode ?? '',
    state: input.state ?? '',
    country: input.country ?? '',
    phone: input.phone ?? '',
  }
}

function metaOf(entries: readonly { key: string; value?: unknown }[] | undefined): StoreMeta[] | undefined {
  return entries?.map(({ key, value }) => ({ key, value: value ?? '' }))
}
