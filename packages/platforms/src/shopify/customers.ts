import { z } from 'zod'
import type { Checkpoint, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { CustomerRecord, PlatformRecord } from '../records.ts'
import type { Cursors } from './catalogue-pages.ts'
import {
  askPage,
  type CataloguePlan,
  type CatalogueStep,
  changedList,
  changedSince,
  PageInfo,
  type SizedList,
  wholeList,
} from './catalogue-pages.ts'
import { customersByIds, customersCount, customersPage, oneCustomer } from './documents/catalogue.ts'
import { openShop, type Shop } from './shop.ts'
import { later, toGid, toId, toInstant, toOptionalText } from './values.ts'

const instant = z.iso.datetime({ offset: true })
const Customer = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  createdAt: instant,
  updatedAt: instant,
  defaultEmailAddress: z.object({ emailAddress: z.string().nullish() }).nullish(),
  defaultAddress: z.object({ countryCodeV2: z.string().nullish() }).nullish(),
})
const Customers = z.object({ customers: z.object({ pageInfo: PageInfo, nodes: z.array(Customer) }) })
const OneCustomer = z.object({ customer: Customer.nullable() })
const Found = z.object({ nodes: z.array(Customer.nullable()) })
const idsAtOnce = 100
const list: SizedList<z.infer<typeof Customers>, z.infer<typeof Customers>['customers']> = {
  what: 'customers',
  document: customersPage,
  size: { name: 'customers', first: 50, most: 250 },
  shape: Customers,
  pageOf: ({ customers }) => customers,
}
const Counted = z.object({ customersCount: z.object({ count: z.number() }).nullable() })

export const customersStream: Stream<CustomerRecord> = {
  id: 'customers',
  label: 'Customers',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 360, without: 360 },
  async *backfill(ctx, from) {
    const shop = openShop(ctx)
    yield* ifPermitted(shop, wholeList(shop, planFor(shop), from), { finished: true })
  },
  async *increment(ctx, from) {
    const shop = openShop(ctx)
    const last = changedSince(ctx, from)
    yield* ifPermitted(shop, changedList(shop, planFor(shop), last), { updated: last })
  },
}

/** Customers need a separate permission that figures can do without: orders contain the buyer. */
async function* ifPermitted(
  shop: Shop,
  pages: AsyncIterable<Page<CustomerRecord>>,
  checkpoint: Checkpoint,
): AsyncGenerator<Page<CustomerRecord>> {
  try {
    yield* pages
  } catch (error) {
    if (!isConnectorError(error) || error.failure.platformCode !== 'ACCESS_DENIED') throw error
    shop.warn(error.failure.message)
    const progress = { done: 0, total: 0 }
    yield { records: [], checkpoint, progress, syncedThrough: shop.now(), warnings: shop.warnings() }
  }
}

function planFor(shop: Shop): CataloguePlan<CustomerRecord> {
  return {
    // The filter has a resolution of whole days.
    overlapSeconds: 86_400,
    what: list.what,
    read: async (query, after, cursors) => await readPage(shop, { query, after }, cursors),
    async count() {
      const data = await shop.ask({ what: 'customers', document: customersCount, shape: Counted })
      return data.customersCount?.count ?? null
    },
  }
}

async function readPage(
  shop: Shop,
  place: { readonly query: string | null; readonly after: string | null },
  cursors: Cursors,
): Promise<CatalogueStep<CustomerRecord>> {
  const { nodes, pageInfo } = await askPage(shop, list, place)
  const changes = nodes.map(({ updatedAt }) => toInstant(updatedAt))
  return {
    records: nodes.map(toCustomerRecord),
    reached: changes.length === 0 ? null : changes.reduce(later),
    count: nodes.length,
    next: cursors.next(pageInfo),
    warnings: [],
  }
}

/** The current state of some customers, or their deletions; nothing if the app has no access to customers. */
export async function fetchCustomers(shop: Shop, ids: readonly string[]): Promise<readonly PlatformRecord[]> {
  const records: PlatformRecord[] = []
  try {
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      records.push(...(await fetchSome(shop, ids.slice(start, start + idsAtOnce))))
    }
  } catch (error) {
    if (!isConnectorError(error) || error.failure.platformCode !== 'ACCESS_DENIED') throw error
    shop.warn(error.failure.message)
  }
  return records
}

async function fetchSome(shop: Shop, ids: readonly string[]): Promise<readonly PlatformRecord[]> {
  const variables = { ids: ids.map((id) => toGid('Customer', id)) }
  const { nodes } = await shop.ask({ what: 'customers', document: customersByIds, variables, shape: Found })
  const found = nodes.flatMap((node) => (node === null ? [] : [toCustomerRecord(node)]))
  const known = new Set(found.map(({ id }) => id))
  const records: PlatformRecord[] = [...found]
  // A missing customer may be deleted or hidden: querying it alone tells which.
  for (const id of ids) if (!known.has(id)) records.push(await fetchOne(shop, id))
  return records
}

async function fetchOne(shop: Shop, id: string): Promise<PlatformRecord> {
  const variables = { id: toGid('Customer', id) }
  const { customer } = await shop.ask({ what: 'customers', document: oneCustomer, variables, shape: OneCustomer })
  return customer ? toCustomerRecord(customer) : { type: 'deletion', of: 'customer', id, seenAt: shop.now() }
}

function toCustomerRecord(customer: z.infer<typeof Customer>): CustomerRecord {
  const { id, displayName, createdAt, updatedAt, defaultEmailAddress, defaultAddress } = customer
  return {
    type: 'customer',
    id: toId(id),
    email: toOptionalText(defaultEmailAddress?.emailAddress),
    name: toOptionalText(displayName) ?? '',
    country: defaultAddress?.countryCodeV2 ?? null,
    createdAt: toInstant(createdAt),
    updatedAt: toInstant(updatedAt),
  }
}
