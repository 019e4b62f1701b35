import { z } from 'zod'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { CustomerRecord } from '../records.ts'
import { type CataloguePlan, type CatalogueStep, changedList, PageInfo, wholeList } from './catalogue-pages.ts'
import { customersCount, customersPage } from './documents/catalogue.ts'
import { openShop, type Question, type Shop } from './shop.ts'
import { adaptSize, askSized, type SizePlan } from './sizes.ts'
import { later, toId, toInstant, toInstantText, toOptionalText } from './values.ts'

const plan: SizePlan = { name: 'customers', first: 50, most: 250 }

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
    const last = startOf(ctx, from)
    yield* ifPermitted(shop, changedList(shop, planFor(shop), last), { updated: last })
  },
}

function startOf(ctx: ConnectorContext, from: Checkpoint | null): string {
  return typeof from?.updated === 'string' ? from.updated : toInstantText(new Date(ctx.since))
}

/** Customers are a permission of their own, which figures can do without: orders say who bought. */
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
    // The filter works on whole days.
    overlapSeconds: 86_400,
    read: async (query, after) => await readPage(shop, query, after),
    async count() {
      const data = await shop.ask({ what: 'customers', document: customersCount, shape: Counted })
      return data.customersCount?.count ?? null
    },
  }
}

async function readPage(
  shop: Shop,
  query: string | null,
  after: string | null,
): Promise<CatalogueStep<CustomerRecord>> {
  const { nodes, pageInfo } = await askSized(shop, plan, async (first) => {
    const question: Question<z.infer<typeof Customers>> = {
      what: 'customers',
      document: customersPage,
      variables: { first, after, query },
      shape: Customers,
    }
    const { customers } = await shop.ask(question)
    adaptSize(shop, plan, { question, size: first })
    return customers
  })
  const changes = nodes.map(({ updatedAt }) => toInstant(updatedAt))
  return {
    records: nodes.map(toCustomerRecord),
    reached: changes.length === 0 ? null : changes.reduce(later),
    count: nodes.length,
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
    warnings: [],
  }
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
