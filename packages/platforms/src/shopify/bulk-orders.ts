import type { ConnectorContext } from '../contract.ts'
import { type BulkResult, downloadBulk } from './bulk.ts'
import { type BulkFile, type BulkNode, readBulkFile } from './bulk-lines.ts'
import { unreadable } from './order-pages.ts'
import type { Shop } from './shop.ts'
import { WholeOrder } from './wire.ts'

/** Above this a file is not fetched but halved, well below what the client takes in at once. */
export const largestFile = 48 * 1024 * 1024

const nothing: BulkFile = { length: 0, slice: () => [] }

/** The orders of a finished bulk reading, or undefined when its file cannot be had whole, not even the second time. */
export async function fetchWhole(ctx: ConnectorContext, shop: Shop, result: BulkResult): Promise<BulkFile | undefined> {
  if (result.url === null) return result.roots === 0 ? nothing : undefined
  for (let fetched = 0; fetched < 2; fetched += 1) {
    const file = await downloadBulk(ctx, shop, result.url)
    if (file === undefined) return undefined
    const whole = readBulkFile(file, result)
    if (whole !== undefined) return whole
  }
  return undefined
}

/** Checks orders one by one, so that a damaged one does not take the others along. */
export function toWholeOrders(nodes: readonly BulkNode[]): { whole: WholeOrder[]; warnings: string[] } {
  const whole: WholeOrder[] = []
  const warnings: string[] = []
  for (const node of nodes) {
    const order = toWhole(node)
    if (order === undefined) warnings.push(unreadable(node.fields))
    else whole.push(order)
  }
  return { whole, warnings }
}

function toWhole({ fields, children }: BulkNode): WholeOrder | undefined {
  const agreements = children.map((agreement) => ({
    ...agreement.fields,
    sales: agreement.children.map((sale) => sale.fields),
  }))
  const whole = WholeOrder.safeParse({ order: fields, agreements })
  return whole.success ? whole.data : undefined
}
