import { AppError, type CustomerId, toCustomerId, unidentifiedCustomer } from '@tillsight/core'
import { z } from 'zod'
import type { Shop, ShopContext } from '../context/index.ts'
import { createIdentifierHash, type Identifier, listIdentifiers, normaliseEmail } from '../customers/index.ts'
import { toBookingRules } from '../ledger/index.ts'

const Given = z.string().trim().min(1).max(320)

/** Identifies a person in any of these ways; several must mean the same person. */
export const SubjectInput = z
  .strictObject({
    email: Given.optional(),
    phone: Given.optional(),
    /** The platform's id of the customer. */
    customer: Given.optional(),
    /** Orders known to be theirs. */
    orders: z.array(z.string().min(1).max(200)).max(10_000).optional(),
  })
  .refine(
    ({ email, phone, customer, orders = [] }) => Boolean(email ?? phone ?? customer) || orders.length > 0,
    'Nobody is named: give an email address, a phone number or the customer’s id at the platform',
  )
export type SubjectInput = z.infer<typeof SubjectInput>

/** The known identifiers of a person. */
interface Traits {
  /** Normalised. */
  readonly emails: Set<string>
  readonly phones: Set<string>
  /** Ids at the platform. */
  readonly ids: Set<string>
}

/** A placeholder address of this shop identifies nobody and is dropped. Throws `invalid_input` when nothing is left. */
function toTraits({ email, phone, customer, orders = [] }: SubjectInput, { settings, currency }: Shop): Traits {
  const { isIgnoredEmail } = toBookingRules(settings, currency)
  const asked = { platformId: customer ?? null, email: email ?? null, phone: null }
  const traits: Traits = { emails: new Set(), phones: new Set(phone === undefined ? [] : [phone]), ids: new Set() }
  for (const text of listIdentifiers(asked, null, isIgnoredEmail)) {
    const value = text.slice(text.indexOf(':') + 1)
    if (text.startsWith('id:')) traits.ids.add(value)
    else traits.emails.add(value)
  }
  if (traits.emails.size + traits.phones.size + traits.ids.size + orders.length > 0) return traits
  throw new AppError(
    'invalid_input',
    email?.includes('@')
      ? 'The shop’s settings list this address among those that stand for nobody, so it names no single customer. Give the phone number or the customer’s id instead, or take the address off the list.'
      : 'This is no email address. Expected one such as ida@example.net.',
  )
}

/** Whether two phone numbers are equal, with or without country code. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [readPhone(one), readPhone(other)]
  if (a.digits.length < 5 || b.digits.length < 5) return false
  if (a.isInternational === b.isInternational) return a.digits === b.digits
  const [long, short] = a.isInternational ? [a.digits, b.digits] : [b.digits, a.digits]
  return short.length >= 7 && long.endsWith(short)
}

/** Digits without a national or international prefix. */
function readPhone(text: string): { readonly digits: string; readonly isInternational: boolean } {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\D/g, '')
  if (trimmed.startsWith('+')) return { digits, isInternational: true }
  if (digits.startsWith('00')) return { digits: digits.slice(2), isInternational: true }
  return { digits: digits.replace(/^0/, ''), isInternational: false }
}

/** Whether an order or account itself identifies the person. */
export function isNamed(
  { emails, phones, ids }: Traits,
  { id, email, phone }: { readonly id: string | null; readonly email: string | null; readonly phone: string | null },
): boolean {
  if (id !== null && ids.has(id)) return true
  if (email !== null && emails.has(normaliseEmail(email))) return true
  return phone !== null && phones.values().some((known) => isSamePhone(known, phone))
}

/** Everything by which a person is known. */
export interface Person {
  /** Their orders, with their customer id in the figures; undefined for an order that does not count. */
  readonly orders: ReadonlyMap<string, CustomerId | undefined>
  readonly customers: ReadonlySet<CustomerId>
  /** Ids of their stored platform accounts. */
  readonly accounts: readonly string[]
  readonly traits: Traits
  /** Spellings of the person in stored texts: addresses, numbers, names. */
  readonly spellings: ReadonlySet<string>
}

type FindContext = Pick<ShopContext, 'shop' | 'warehouse' | 'identityKey'>

const wholeShopSeconds = 600
const idsPerQuery = 5000

/**
 * Finds everything stored about a person: the orders with one of these identifiers, the other orders of the same customers,
 * and their identifiers in turn. Reads every order of the shop, because records are not indexed by person.
 */
export async function findPerson(ctx: FindContext, subject: SubjectInput): Promise<Person> {
  const traits = toTraits(subject, ctx.shop)
  const found = { orders: new Set(subject.orders), customers: new Set<CustomerId>(), spellings: new Set<string>() }
  let placed = new Map<string, CustomerId>()
  let searched = 0
  for (let size = -1; size !== found.orders.size + found.customers.size; ) {
    size = found.orders.size + found.customers.size
    // Reading all orders again takes a while, and finds nothing unless more identifiers are known.
    if (countTraits(traits) > searched) {
      searched = countTraits(traits)
      for (const { order_id: id } of await scanOrders(ctx, traits)) found.orders.add(id)
    }
    await findCustomers(ctx, traits, found)
    placed = await placeOrders(ctx, found)
    for (const id of placed.keys()) found.orders.add(id)
    // An order that does not count connects nobody: it may contain somebody's mistake.
    await learn(ctx, [...placed.keys()], traits)
  }
  await spell(ctx, [...found.orders], found.spellings)
  const accounts = await findAccounts(ctx, traits, found.spellings)
  for (const text of [...traits.emails, ...traits.phones]) found.spellings.add(text)
  return { ...found, orders: new Map([...found.orders].map((id) => [id, placed.get(id)])), accounts, traits }
}

/** The number of known identifiers of the person. */
export function countTraits({ emails, phones, ids }: Traits): number {
  return emails.size + phones.size + ids.size
}

const OrderRow = z.object({
  order_id: z.string(),
  buyer: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
})
type OrderRow = z.infer<typeof OrderRow>

const say = (field: string) => `JSONExtractString(body, 'customer', '${field}')`
const ordersOf = (table: string) => `SELECT id AS order_id, ${say('platformId')} AS buyer, ${say('email')} AS email,
    ${say('phone')} AS phone, JSONExtractString(body, 'country') AS country
  FROM ${table} WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = ''`
/** Includes imported versions of orders that another source has since replaced. */
const ordersSql = `SELECT order_id, buyer, email, phone, country FROM
  (${ordersOf('records')} UNION ALL ${ordersOf('imported')}) WHERE {shop:UUID} IS NOT NULL`

/** Compared here rather than in SQL, so that no address ends up in the warehouse's query log. */
async function scanOrders({ warehouse }: FindContext, traits: Traits): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  const rows = warehouse.stream({ sql: ordersSql, params: {} }, OrderRow, { timeoutSeconds: wholeShopSeconds })
  for await (const row of rows) if (isNamed(traits, toBuyer(row))) found.push(row)
  return found
}

function toBuyer({ buyer, email, phone }: OrderRow) {
  const orNull = (text: string) => (text === '' ? null : text)
  return { id: orNull(buyer), email: orNull(email), phone: orNull(phone) }
}

async function readOrders({ warehouse }: FindContext, ids: readonly string[]): Promise<OrderRow[]> {
  return inPieces(ids, (piece) =>
    warehouse.read({ sql: `${ordersSql} AND order_id IN {ids:Array(String)}`, params: { ids: piece } }, OrderRow),
  )
}

interface Found {
  readonly orders: Set<string>
  readonly customers: Set<CustomerId>
}

const CustomerRow = z.object({ customer_id: z.string() })

/** Customers that these identifiers or orders belong to. */
async function findCustomers(ctx: FindContext, traits: Traits, { orders, customers }: Found): Promise<void> {
  const { warehouse } = ctx
  const identified = await inPieces(hashTraits(ctx, traits), (ids) =>
    warehouse.read(
      {
        sql: `SELECT DISTINCT customer_id FROM identities
          WHERE shop_id = {shop:UUID} AND identifier IN {ids:Array(FixedString(32))}`,
        params: { ids },
      },
      CustomerRow,
    ),
  )
  const owning = await inPieces([...orders], (ids) =>
    warehouse.read(
      {
        sql: `SELECT DISTINCT customer_id FROM ledger
          WHERE shop_id = {shop:UUID} AND head = 1 AND order_id IN {ids:Array(String)}`,
        params: { ids },
      },
      CustomerRow,
    ),
  )
  for (const { customer_id: id } of [...identified, ...owning]) customers.add(toCustomerId(id))
  customers.delete(unidentifiedCustomer)
}

/** Keyed hashes of the person's identifiers. */
export function hashTraits({ identityKey, shop }: FindContext, { emails, phones, ids }: Traits): Identifier[] {
  const hash = createIdentifierHash(identityKey, shop.id)
  const named = [...[...ids].map((id) => `id:${id}`), ...[...emails].map((email) => `email:${email}`)]
  const called = [...phones].flatMap((phone) =>
    listIdentifiers({ platformId: null, email: null, phone }, shop.country, () => false),
  )
  return [...new Set([...named, ...called])].map(hash)
}

const PlacedRow = z.object({ order_id: z.string(), customer_id: z.string() })

/** Counted orders of these customers, and the orders found directly; with their customer. */
async function placeOrders({ warehouse }: FindContext, { orders, customers }: Found): Promise<Map<string, CustomerId>> {
  const placed = new Map<string, CustomerId>()
  const read = (condition: string, all: readonly string[]) =>
    inPieces(all, (ids) =>
      warehouse.read(
        {
          sql: `SELECT order_id, customer_id FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND ${condition}`,
          params: { ids },
        },
        PlacedRow,
      ),
    )
  const rows = [
    ...(await read('customer_id IN {ids:Array(UUID)}', [...customers])),
    ...(await read('order_id IN {ids:Array(String)}', [...orders])),
  ]
  for (const row of rows) placed.set(row.order_id, toCustomerId(row.customer_id))
  return placed
}

/** Adds the identifiers of these orders' buyers. */
async function learn(ctx: FindContext, orderIds: readonly string[], { emails, phones, ids }: Traits): Promise<void> {
  const { isIgnoredEmail } = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  for (const row of await readOrders(ctx, orderIds)) {
    const { id, email, phone } = toBuyer(row)
    for (const text of listIdentifiers({ platformId: id, email, phone }, row.country || null, isIgnoredEmail)) {
      const [kind, value] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
      if (kind === 'id') ids.add(value)
      else if (kind === 'email') emails.add(value)
      else if (phone !== null) phones.add(phone)
    }
  }
}

async function spell(ctx: FindContext, orderIds: readonly string[], spellings: Set<string>): Promise<void> {
  const { isIgnoredEmail } = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  for (const { email, phone } of (await readOrders(ctx, orderIds)).map(toBuyer)) {
    if (email !== null && !isIgnoredEmail(email)) spellings.add(email.trim())
    if (phone !== null) spellings.add(phone.trim())
  }
}

const AccountRow = z.object({ id: z.string(), email: z.string(), name: z.string() })
const shortestName = 5

async function findAccounts({ warehouse }: FindContext, traits: Traits, spellings: Set<string>): Promise<string[]> {
  const accounts: string[] = []
  const sql = `SELECT id, JSONExtractString(body, 'email') AS email, JSONExtractString(body, 'name') AS name
    FROM records WHERE shop_id = {shop:UUID} AND type = 'customer'`
  const rows = warehouse.stream({ sql, params: {} }, AccountRow, { timeoutSeconds: wholeShopSeconds })
  for await (const { id, email, name } of rows) {
    if (!isNamed(traits, { id, email: email === '' ? null : email, phone: null })) continue
    accounts.push(id)
    if (email !== '') spellings.add(email.trim())
    // A short name would match inside other words.
    if (name.trim().length >= shortestName) spellings.add(name.trim())
  }
  return accounts
}

async function inPieces<T>(items: readonly string[], read: (piece: readonly string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let start = 0; start < items.length; start += idsPerQuery) {
    found.push(...(await read(items.slice(start, start + idsPerQuery))))
  }
  return found
}
