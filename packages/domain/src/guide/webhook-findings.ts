import { ok, type SetupFinding, unknown, wrong } from '@tillsight/connectors'
import type { ConnectionId } from '@tillsight/core'
import { type Db, listOpenHealthIssues } from '@tillsight/database'
import { z } from 'zod'
import { type Connection, type ConnectionContext, webhooksWork } from '../connections/index.ts'
import type { Guided } from './guide-of.ts'

/** When a platform last announced something for a connection; null when it never did, or a month ago. */
export async function lastDelivery(db: Db, connection: ConnectionId): Promise<Date | null> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .select('receivedAt')
    .where('connectionId', '=', connection)
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.receivedAt ?? null
}

/** How the announcements of a connected account stand. */
export async function webhookFindings(
  ctx: ConnectionContext,
  { connector, connection }: Guided,
  delivered: Date | null | undefined,
): Promise<SetupFinding[]> {
  const { webhooks } = connector
  if (!webhooks || !connection || !ctx.services.addresses) return []
  if (connection.access === 'read' && webhooks.needsWriting) return []
  const standing = await standingFinding(ctx, connection)
  return standing.state === 'ok' ? [standing, deliveryFinding(delivered ?? null)] : [standing]
}

const Refusal = z.object({ connection: z.string(), message: z.string() })

async function standingFinding(ctx: ConnectionContext, connection: Connection): Promise<SetupFinding> {
  const { webhooks, id } = connection
  const issues = await listOpenHealthIssues(ctx.queries, ctx.shop.id)
  const refused = issues.find(({ kind, key }) => kind === 'webhooks_refused' && key === id)
  if (refused) {
    const { data } = Refusal.safeParse(refused.detail)
    const text = data?.message ?? 'It did not say why. Check the connection again.'
    return wrong('webhooks', 'Webhooks are refused', text)
  }
  if (webhooks === null) {
    const text = 'That is done in the background, within minutes of connecting. Check again then.'
    return unknown('webhooks', 'No webhooks are registered yet', text)
  }
  if (webhooksWork(connection, ctx.clock.now())) {
    const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}.`
    return ok('webhooks', `${webhooks.active} webhooks are registered`, text)
  }
  const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}; that happens every day while the connection works and a process with the role worker or all runs. Until then changes are looked for every few minutes.`
  return wrong('webhooks', 'Nobody looks after the webhooks', text)
}

function deliveryFinding(delivered: Date | null): SetupFinding {
  if (delivered === null) {
    const text = 'Change any product or order over there, and check again a minute later.'
    return unknown('webhook_delivered', 'No webhook has arrived in the last 30 days', text)
  }
  const at = delivered.toISOString()
  return ok('webhook_delivered', 'Webhooks arrive', `The last one on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`)
}
