import { listOpenHealthIssues, resolveHealthIssue } from '@tillsight/database'
import type { ConnectionView } from '../connections/index.ts'
import type { ShopContext } from '../context/index.ts'

const aboutWebhooks = new Set(['webhook_failed', 'webhooks_disabled', 'webhooks_refused'])
/** As long as nothing of the kind has happened again. */
const quietMs = 24 * 3_600_000

/**
 * Closes what has passed by itself: updates that failed a day ago, once the orders were read to their end since; and what
 * was about webhooks of a connection that is not there any more.
 */
export async function closePassed(ctx: ShopContext, connections: readonly ConnectionView[]): Promise<void> {
  const now = ctx.clock.now()
  for (const { kind, key, lastSeen } of await listOpenHealthIssues(ctx.queries, ctx.shop.id)) {
    if (!aboutWebhooks.has(kind)) continue
    const connection = connections.find(({ id }) => id === key)
    const isMade = kind === 'webhook_failed' && connection !== undefined && isReadSince(connection, lastSeen)
    const isOver = isMade && now.getTime() - lastSeen.getTime() >= quietMs
    if (!connection || isOver) await resolveHealthIssue(ctx.queries, { shopId: ctx.shop.id, kind, key }, now)
  }
}

function isReadSince({ streams }: ConnectionView, at: Date): boolean {
  const orders = streams.find(({ id }) => id === 'orders')
  return orders?.lastSuccessAt != null && Date.parse(orders.lastSuccessAt) > at.getTime()
}
