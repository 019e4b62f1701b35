import { inventoryItemNode, productNode, variantNode } from './catalogue-nodes.ts'
import { badRequest, connection } from './connection.ts'
import { customerNode } from './customer-nodes.ts'
import { disputeNode, disputesOf } from './dispute-nodes.ts'
import { decimalText } from './money.ts'
import { refundNode } from './refund-nodes.ts'
import { dimensions, metrics, type ReportQuery, type ReportRow, readReportQuery, reportRows } from './report.ts'
import { servedVersions } from './schema.ts'
import { paymentsNode, shopNode } from './shop-node.ts'
import type { ShopCall } from './shop-world.ts'
import { gid, type ListArgs, type PageArgs, readGid } from './world.ts'

interface CountArgs extends ListArgs {
  readonly limit?: number | null
}

interface IdArgs {
  readonly id: string
}

/** The maximum length of a list in an argument. */
const inputLimit = 250

/** A count is exact up to its limit. */
function counted(count: number, { limit }: CountArgs) {
  if (typeof limit !== 'number' || count <= limit) return { count, precision: 'EXACT' }
  return { count: limit, precision: 'AT_LEAST' }
}

type NodeFinder = (id: number, call: ShopCall) => object | undefined

const finders: Readonly<Record<string, NodeFinder>> = {
  Order: (id, call) => call.world.store.listings.orders.one(id, call),
  Refund: (id, call) => {
    const orderId = call.world.store.refundOrders.get(id)
    const order = orderId === undefined ? undefined : call.world.store.listings.orders.one(orderId, call)
    const refund = order?.facts.refunds.find((entry) => entry.id === id)
    return order && refund && refundNode({ refund, order })
  },
  Customer: (id, { world }) => {
    const customer = world.store.customers.get(id)
    return customer && customerNode({ customer, world })
  },
  Product: (id, { world }) => {
    const product = world.store.products.get(id)
    return product && productNode({ product, world })
  },
  ProductVariant: (id, call) => {
    const found = variantOf(call, (variant) => variant.id === id)
    return found && variantNode(found)
  },
  InventoryItem: (id, call) => {
    const found = variantOf(call, (variant) => variant.inventoryItemId === id)
    return found && inventoryItemNode(found)
  },
  BulkOperation: (id, { world }) => world.bulk.find(id),
  WebhookSubscription: (id, call) => call.world.webhooks.node(id, call),
  Shop: (id, { world }) => (world.site.id === id ? shopNode(world) : undefined),
}

function variantOf(
  { world }: ShopCall,
  fits: (variant: { readonly id: number; readonly inventoryItemId: number }) => boolean,
) {
  for (const product of world.store.products.values()) {
    const variant = product.variants.find(fits)
    if (variant) return { variant, product, world }
  }
  return undefined
}

function find(id: string, call: ShopCall): object | null {
  const read = readGid(id)
  return (read && finders[read.type]?.(read.id, call)) ?? null
}

function findAs(type: string, { id }: IdArgs, call: ShopCall): object | null {
  return readGid(id)?.type === type ? find(id, call) : null
}

/** All supported queries; other fields of the schema are null, or an error that says so. */
export const queryRoot = {
  shop: (_: object, call: ShopCall) => shopNode(call.world),
  currentAppInstallation: (_: object, { world }: ShopCall) => ({
    id: gid('AppInstallation', world.site.id),
    accessScopes: [...world.tokens.handles()].map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    app: {
      __typename: 'App',
      id: gid('App', 1),
      title: world.platform.app.title,
      handle: world.platform.app.handle,
      apiKey: world.platform.app.apiKey,
    },
    launchUrl: world.platform.app.appUrl,
    uninstallUrl: null,
  }),
  publicApiVersions: () => servedVersions.map((handle) => ({ handle, displayName: handle, supported: true })),
  node: ({ id }: IdArgs, call: ShopCall) => find(id, call),
  nodes: ({ ids }: { readonly ids: readonly string[] }, call: ShopCall) => {
    if (ids.length > inputLimit) {
      throw badRequest(`The input array size of ${ids.length} is greater than the maximum allowed of ${inputLimit}.`)
    }
    return ids.map((id) => find(id, call))
  },
  order: (args: IdArgs, call: ShopCall) => findAs('Order', args, call),
  orders: (args: ListArgs, call: ShopCall) => call.world.store.listings.orders.page(args, call),
  ordersCount: (args: CountArgs, call: ShopCall) => counted(call.world.store.listings.orders.count(args, call), args),
  customer: (args: IdArgs, call: ShopCall) => findAs('Customer', args, call),
  customers: (args: ListArgs, call: ShopCall) => call.world.store.listings.customers.page(args, call),
  customersCount: (args: CountArgs, call: ShopCall) =>
    counted(call.world.store.listings.customers.count(args, call), args),
  product: (args: IdArgs, call: ShopCall) => findAs('Product', args, call),
  products: (args: ListArgs, call: ShopCall) => call.world.store.listings.products.page(args, call),
  productsCount: (args: CountArgs, call: ShopCall) =>
    counted(call.world.store.listings.products.count(args, call), args),
  productVariant: (args: IdArgs, call: ShopCall) => findAs('ProductVariant', args, call),
  productVariants: (args: ListArgs, call: ShopCall) => call.world.store.listings.productVariants.page(args, call),
  inventoryItem: (args: IdArgs, call: ShopCall) => findAs('InventoryItem', args, call),
  inventoryItems: (args: ListArgs, call: ShopCall) => call.world.store.listings.inventoryItems.page(args, call),
  refund: (args: IdArgs, call: ShopCall) => findAs('Refund', args, call),
  dispute: ({ id }: IdArgs, call: ShopCall) => {
    const read = readGid(id)
    const dispute = read?.type === 'ShopifyPaymentsDispute' ? call.world.store.disputes.get(read.id) : undefined
    return dispute ? disputeNode({ dispute, world: call.world, call }) : null
  },
  disputes: (args: PageArgs, call: ShopCall) =>
    connection(disputesOf(call.world), args, {
      call,
      make: (dispute) => disputeNode({ dispute, world: call.world, call }),
    }),
  shopifyPaymentsAccount: (_: object, call: ShopCall) => paymentsNode(call.world),
  shopifyqlQuery: ({ query }: { readonly query: string }, call: ShopCall) => answerShopifyql(query, call),
  bulkOperation: (args: IdArgs, call: ShopCall) => findAs('BulkOperation', args, call),
  bulkOperations: (args: ListArgs, call: ShopCall) => call.world.bulk.page(args, call),
  currentBulkOperation: (_: object, { world }: ShopCall) => world.bulk.latest() ?? null,
  webhookSubscription: (args: IdArgs, call: ShopCall) => findAs('WebhookSubscription', args, call),
  webhookSubscriptions: (
    args: PageArgs & { readonly topics?: readonly string[] | null; readonly uri?: string | null },
    call: ShopCall,
  ) => {
    const { topics, uri } = args
    const wanted = call.world.webhooks
      .list()
      .filter((entry) => (!topics || topics.includes(entry.topic)) && (!uri || entry.uri === uri))
    return connection(wanted, args, { call, make: (entry) => call.world.webhooks.node(entry.id, call) })
  },
  webhookSubscriptionsCount: (args: CountArgs, call: ShopCall) => counted(call.world.webhooks.list().length, args),
} as const

/** Runs a ShopifyQL query over the `sales` table; anything unsupported is returned as parse errors, as Shopify does. */
function answerShopifyql(text: string, call: ShopCall): object {
  const query = readReportQuery(text, call.world)
  if ('problem' in query)
    return { parseErrors: [query.problem], parseWarnings: [], tableData: null, analyticsTargets: [] }
  const columns = [...query.by, ...query.show]
  return {
    parseErrors: [],
    parseWarnings: [],
    analyticsTargets: [],
    tableData: {
      columns: columns.map((name) => ({
        name,
        displayName: displayName(name),
        shortDisplayName: null,
        dataType: dimensions[name]?.type ?? metrics[name]?.type ?? 'UNSPECIFIED',
        subType: null,
        columnOrigin: 'REQUESTED',
        dynamicColumnMetadata: null,
      })),
      rowMetadata: [],
      rows: tableRows(query, call),
    },
  }
}

function displayName(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('_', ' ')
}

interface Group {
  readonly keys: readonly string[]
  readonly sums: bigint[]
}

function tableRows(query: ReportQuery, { world }: ShopCall): Record<string, string>[] {
  const groups = new Map<string, Group>()
  const groupOf = (keys: readonly string[]): Group => {
    const name = keys.join('\n')
    const known = groups.get(name)
    if (known) return known
    const made = { keys, sums: query.show.map(() => 0n) }
    groups.set(name, made)
    return made
  }
  if (query.by.length === 0) groupOf([])
  if (query.fillsDays) for (const day of query.days) groupOf([day])
  for (const row of reportRows(world, query)) {
    const { sums } = groupOf(query.by.map((name) => dimensions[name]?.read(row) ?? ''))
    for (const [at, name] of query.show.entries()) sums[at] = (sums[at] ?? 0n) + amountOf(name, row)
  }
  const rows = [...groups.values()].map(({ keys, sums }) => {
    const cells = query.show.map((name, at): [string, string] => [
      name,
      printed(name, sums[at] ?? 0n, world.site.currency),
    ])
    return Object.fromEntries([...query.by.map((name, at): [string, string] => [name, keys[at] ?? '']), ...cells])
  })
  return ordered(rows, query).slice(query.offset, query.offset + query.limit)
}

function amountOf(name: string, row: ReportRow): bigint {
  return metrics[name]?.read(row) ?? 0n
}

function printed(name: string, sum: bigint, currency: string): string {
  return metrics[name]?.type === 'INTEGER' ? String(sum) : decimalText(sum, currency)
}

function ordered(rows: readonly Record<string, string>[], { by, order }: ReportQuery): Record<string, string>[] {
  const column = order?.column ?? by.at(-1)
  if (column === undefined) return [...rows]
  const isNumber = metrics[column] !== undefined
  return rows.toSorted((a, b) => {
    const [left = '', right = ''] = [a[column], b[column]]
    const difference = isNumber ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
    return order?.isDescending ? -difference : difference
  })
}
