import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type CustomerId, toCustomerId, unidentifiedCustomer } from '@tillsight/core'
import {
  completeErasure,
  createErasure,
  deleteDeliveriesQuoting,
  deleteImportFile,
  deleteQuotingObjects,
  type ErasureRow,
  findImportPart,
  listBegunErasures,
  listImportFiles,
  nextWriteVersion,
  rememberErased,
  replaceInShopTexts,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { asOnlyWriter, defineVerb, type ShopContext, type WriteContext } from '../context/index.ts'
import { createIdentifierHash } from '../customers/index.ts'
import { erasedOrderText, eraseOrders, findErasedOrders } from '../ledger/index.ts'
import { forgetSurveyAnswers } from '../survey/index.ts'
import { eraseVisits, renewErasedJourneys } from './erase-visits.ts'
import { countTraits, findPerson, hashTraits, type Person, SubjectInput } from './find-person.ts'

const gzipMark = Buffer.from([0x1f, 0x8b])
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A compressed file that was compressed again for storage. */
const deepestPacking = 2

/**
 * Whether a file, compressed or not, contains one of the texts, ignoring case, in UTF-8, UTF-16 or a Western code page. A
 * file that cannot be decompressed is assumed to contain them.
 */
export async function doesQuote(file: AsyncIterable<Buffer>, texts: readonly string[]): Promise<boolean> {
  const needles = texts.flatMap((text) => (['utf8', 'utf16le', 'latin1'] as const).map((code) => foldBytes(text, code)))
  const longest = Math.max(0, ...needles.map((needle) => needle.length))
  let tail = ''
  try {
    for await (const chunk of unpack(file, deepestPacking)) {
      const window = tail + chunk.toString('latin1').toLowerCase()
      if (needles.some((needle) => window.includes(needle))) return true
      tail = window.slice(-longest)
    }
  } catch {
    return true
  }
  return false
}

/** Lower-cases byte by byte, so that both sides are folded alike. */
function foldBytes(text: string, code: 'utf8' | 'utf16le' | 'latin1'): string {
  return Buffer.from(text, code).toString('latin1').toLowerCase()
}

async function* unpack(file: AsyncIterable<Buffer>, depth: number): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const all = async function* () {
    yield first.value
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const packing = depth === 0 ? undefined : packingOf(first.value)
  if (!packing) yield* all()
  else yield* unpack(Readable.from(all()).compose(packing()), depth - 1)
}

function packingOf(head: Buffer) {
  if (head.subarray(0, gzipMark.length).equals(gzipMark)) return createGunzip
  return head.subarray(0, zstdMark.length).equals(zstdMark) ? createZstdDecompress : undefined
}

/** Removes the texts from every string of a JSON document, ignoring case. */
export function withoutQuotes(texts: readonly string[], stand: string): (document: unknown) => unknown {
  // Longest first: a name may be part of another.
  const escaped = [...texts]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(escaped.join('|'), 'giu')
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, stand)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replace(pattern, stand), clean(inner)]))
  }
  return clean
}

/** How much was, or would be, erased; does not identify the person. */
export const EraseAnswer = z.object({
  /** Number of orders whose buyer was removed. */
  orders: z.number(),
  /** Number of stored records rewritten or removed: orders, refunds, accounts. */
  records: z.number(),
  /** Number of e-mail addresses, phone numbers and platform ids that stay erased. */
  identifiers: z.number(),
  /** Number of webhooks, files and notes from which quotes of the person were removed. */
  quotes: z.number(),
})
export type EraseAnswer = z.infer<typeof EraseAnswer>

/**
 * Erases a customer's personal data from everything stored about the shop, permanently: figures stay as they are, and later
 * records of the same orders do not restore it. Orders that the person places afterwards belong to a new customer. If it is
 * killed, erasing again completes it, and so does the hourly job.
 */
export const eraseCustomer = defineVerb({
  name: 'customer.erase',
  needs: 'customers:erase',
  access: 'work',
  input: SubjectInput,
  output: EraseAnswer,
  run: (ctx: ShopContext, subject) => asOnlyWriter(ctx, (fresh) => erase({ ...ctx, ...fresh }, subject)),
})

/** Previews the extent of an erasure; changes nothing. */
export const previewErasure = defineVerb({
  name: 'customer.preview_erasure',
  needs: 'customers:erase',
  access: 'read',
  input: SubjectInput,
  output: EraseAnswer,
  async run(ctx: ShopContext, subject) {
    const { orders, accounts, traits } = await findPerson(ctx, subject)
    return {
      orders: orders.size,
      records: orders.size + accounts.length,
      identifiers: countTraits(traits),
      quotes: 0,
    }
  },
})

type ErasingContext = WriteContext & Pick<ShopContext, 'actor' | 'origin' | 'organisation'>

async function erase(ctx: ErasingContext, subject: SubjectInput): Promise<EraseAnswer> {
  await completeErasures(ctx)
  const person = await findPerson(ctx, subject)
  // First, while it is still known how their name and address are spelled.
  const quotes = await forgetTexts(ctx, person.spellings)
  const erasure = await begin(ctx, person)
  const records = await carryOut(ctx, erasure)
  return { orders: person.orders.size, records, identifiers: countTraits(person.traits), quotes }
}

const Work = z.object({
  orders: z.array(z.string()),
  customers: z.array(z.string().transform(toCustomerId)),
  accounts: z.array(z.string()),
  /** Keyed hashes that visits were recognised by. */
  identifiers: z.array(z.string()).default([]),
  /** A secret of this erasure alone. */
  salt: z.string().default(''),
  before: z.string().transform(BigInt),
})

/** Stores, in one transaction, what must stay erased and what remains to be done. */
async function begin(ctx: ErasingContext, person: Person): Promise<ErasureRow> {
  const { db, shop, identityKey, clock } = ctx
  const hash = createIdentifierHash(identityKey, shop.id)
  const orders = [...person.orders.keys()]
  const earlier = await findErasedOrders(ctx, orders)
  const surrogates = new Map<CustomerId | undefined, string>()
  const surrogateOf = (customer: CustomerId | undefined) => {
    // Unidentified buyers stay unidentified.
    if (customer === unidentifiedCustomer) return null
    const known = surrogates.get(customer) ?? randomUUID()
    surrogates.set(customer, known)
    return known
  }
  const nameless = new Set(earlier.values())
  // Customers of an earlier erasure have meaningless ids already, and stay.
  const customers = [...person.customers].filter((customer) => !nameless.has(customer))
  // An order that does not count yet may count one day, and then belongs to them.
  const only = customers.length === 1 ? customers[0] : undefined
  const erasedAt = clock.now()
  const keys = [
    ...hashTraits(ctx, person.traits).map((key) => ({ key, surrogate: null })),
    ...[...person.orders].map(([orderId, customer]) => ({
      key: hash(erasedOrderText(orderId)),
      surrogate: earlier.get(orderId) ?? surrogateOf(customer ?? only),
    })),
  ]
  const work = {
    orders,
    customers,
    accounts: person.accounts,
    identifiers: hashTraits(ctx, person.traits),
    salt: randomUUID(),
    before: (await nextWriteVersion(db.kysely)).toString(),
  }
  return db.transaction(async (tx) => {
    await rememberErased(
      tx,
      keys.map((row) => ({ ...row, shopId: shop.id, erasedAt })),
    )
    const row = await createErasure(tx, { shopId: shop.id, begunAt: erasedAt, work })
    // How much, and never whose.
    const changes = changesBetween({}, { orders: orders.length, identifiers: countTraits(person.traits) })
    const target = { kind: 'customer', id: '', name: '' }
    await recordAudit({ ...ctx, queries: tx }, { action: 'customer.erase', target, changes })
    return row
  })
}

async function carryOut(ctx: WriteContext, { id, work }: ErasureRow): Promise<number> {
  const { identifiers, salt, ...wish } = Work.parse(work)
  // First, while orders still lead to their devices.
  await eraseVisits(ctx, { identifiers, salt, orders: wish.orders })
  await forgetSurveyAnswers(ctx, wish.orders)
  const records = await eraseOrders(ctx, wish)
  await renewErasedJourneys(ctx, wish.orders)
  await completeErasure(ctx.db.kysely, id, ctx.clock.now())
  return records
}

/** Completes the erasures of a killed process, for callers that hold the shop's lock. */
export async function completeErasures(ctx: WriteContext): Promise<void> {
  for (const erasure of await listBegunErasures(ctx.db.kysely, ctx.shop.id)) {
    ctx.log.warn({ shop: ctx.shop.id, erasure: erasure.id }, 'an interrupted erasure is completed')
    await carryOut(ctx, erasure)
  }
}

/**
 * Removes a person's addresses, numbers and names from texts that quote them: waiting webhooks (whose changes come with the
 * next sync), uploaded files, reports and issues. Returns how many of these were changed or removed.
 */
async function forgetTexts(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  spellings: ReadonlySet<string>,
): Promise<number> {
  const texts = [...spellings]
  if (texts.length === 0) return 0
  let quotes = await deleteDeliveriesQuoting(db.kysely, shop.id, texts)
  for (const file of await listImportFiles(db.kysely, shop.id)) {
    if (!(await doesQuote(readFile({ db }, file), texts))) continue
    await deleteImportFile(db.kysely, file.importId, file.kind)
    quotes += 1
  }
  quotes += await db.transaction((tx) => deleteQuotingObjects(tx, shop.id))
  const replace = withoutQuotes(texts, '(erased)')
  return quotes + (await db.transaction((tx) => replaceInShopTexts(tx, shop.id, { texts, replace })))
}

async function* readFile(
  { db }: Pick<WriteContext, 'db'>,
  file: Awaited<ReturnType<typeof listImportFiles>>[number],
): AsyncGenerator<Buffer> {
  for (let part = 0; part < file.parts; part += 1) {
    const bytes = await findImportPart(db.kysely, { importId: file.importId, kind: file.kind, part })
    if (bytes) yield bytes
  }
}
