import { z } from 'zod'
import type { ConnectorContext, Page, Stream } from '../contract.ts'
import { type ConnectorError, isConnectorError } from '../failures.ts'
import type { DisputeRecord } from '../records.ts'
import { askPage, PageInfo, type SizedList, watchCursors } from './catalogue-pages.ts'
import { disputesPage, oneDispute } from './documents/disputes.ts'
import { openShop, type Shop } from './shop.ts'
import { isRow, shiftInstant, toDecimal, toGid, toId, toInstant, toMillionths } from './values.ts'

const instant = z.iso.datetime({ offset: true })
const WireDispute = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  initiatedAt: instant,
  finalizedOn: instant.nullish(),
  amount: z.object({ amount: z.string(), currencyCode: z.string() }),
  reasonDetails: z.object({ reason: z.string() }),
  order: z.object({ id: z.string() }).nullish(),
})
type WireDispute = z.infer<typeof WireDispute>

const Disputes = z.object({ disputes: z.object({ pageInfo: PageInfo, nodes: z.array(z.unknown()) }) })
const OneDispute = z.object({ dispute: WireDispute.nullable() })
const list: SizedList<z.infer<typeof Disputes>, z.infer<typeof Disputes>['disputes']> = {
  what: 'disputes',
  document: disputesPage,
  size: { name: 'disputes', first: 50, most: 250 },
  shape: Disputes,
  pageOf: ({ disputes }) => disputes,
}

/** Banks decide within months; a dispute has no date of change, so increments read again what may still be open. */
const openDays = 400
const daySeconds = 86_400

/** Disputes of Shopify Payments, which name their order. */
export const disputesStream: Stream<DisputeRecord> = {
  id: 'disputes',
  label: 'Disputes',
  settlesAfterDays: openDays,
  everyMinutes: { withWebhooks: 360, without: 60 },
  backfill: (ctx) => readAll(ctx, null),
  increment: (ctx) => readAll(ctx, shiftInstant(openShop(ctx).now(), -openDays * daySeconds)),
}

/** The newest first, back to an instant. They need a permission that figures can do without. */
async function* readAll(ctx: ConnectorContext, until: string | null): AsyncGenerator<Page<DisputeRecord>> {
  const shop = openShop(ctx)
  const startedAt = shop.now()
  try {
    yield* walk(shop, { until, startedAt })
  } catch (error) {
    if (!isDenied(error)) throw error
    shop.warn(error.failure.message)
    const progress = { done: 0, total: 0 }
    yield { records: [], checkpoint: { finished: true }, progress, syncedThrough: startedAt, warnings: shop.warnings() }
  }
}

function isDenied(error: unknown): error is ConnectorError {
  return isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED'
}

async function* walk(
  shop: Shop,
  { until, startedAt }: { readonly until: string | null; readonly startedAt: string },
): AsyncGenerator<Page<DisputeRecord>> {
  const cursors = watchCursors(list.what)
  let after: string | null = null
  let done = 0
  do {
    const page: z.infer<typeof Disputes>['disputes'] = await askPage(shop, list, { query: null, after })
    const read = page.nodes.map((node) => WireDispute.safeParse(node))
    const found = read.flatMap(({ data }) => data ?? [])
    const warnings = page.nodes.flatMap((node, index) => (read[index]?.success ? [] : [unreadable(node)]))
    done += page.nodes.length
    const next = cursors.next(page.pageInfo)
    const isOld = until !== null && found.some(({ initiatedAt }) => toInstant(initiatedAt) < until)
    after = isOld ? null : next
    yield {
      records: found.flatMap(toDisputeRecord),
      checkpoint: { finished: after === null },
      progress: { done, total: null },
      ...(after === null ? { syncedThrough: startedAt } : {}),
      warnings: [...warnings, ...shop.warnings()],
    }
  } while (after !== null)
}

function unreadable(node: unknown): string {
  const id = isRow(node) && typeof node.id === 'string' ? toId(node.id) : '(without id)'
  return `Dispute ${id} came in a form that cannot be read and was left out.`
}

/** The current state of one dispute; nothing if the app may not see it. */
export async function fetchDispute(shop: Shop, id: string): Promise<readonly DisputeRecord[]> {
  try {
    const variables = { id: toGid('ShopifyPaymentsDispute', id) }
    const { dispute } = await shop.ask({ what: 'disputes', document: oneDispute, variables, shape: OneDispute })
    return dispute === null ? [] : toDisputeRecord(dispute)
  } catch (error) {
    if (!isDenied(error)) throw error
    shop.warn(error.failure.message)
    return []
  }
}

const outcomes: Readonly<Record<string, DisputeRecord['outcome']>> = {
  ACCEPTED: 'lost',
  LOST: 'lost',
  WON: 'won',
  PREVENTED: 'void',
  CHARGE_REFUNDED: 'void',
}

/** Nothing for one without an order. An inquiry takes no money until it becomes a chargeback. */
function toDisputeRecord({ type, status, order, finalizedOn, ...dispute }: WireDispute): DisputeRecord[] {
  if (!order) return []
  return [
    {
      type: 'dispute',
      id: toId(dispute.id),
      orderId: toId(order.id),
      at: toInstant(dispute.initiatedAt),
      endedAt: finalizedOn ? toInstant(finalizedOn) : null,
      outcome: type === 'INQUIRY' ? 'void' : (outcomes[status] ?? 'open'),
      amount: toDecimal(toMillionths(dispute.amount.amount)),
      currency: dispute.amount.currencyCode,
      reason: dispute.reasonDetails.reason.toLowerCase(),
    },
  ]
}
