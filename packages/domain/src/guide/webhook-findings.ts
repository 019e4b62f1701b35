import type { ConnectionId } from '@tillsight/core'
import { type Db, listOpenHealthIssues } from '@tillsight/database'
import { attempt, ok, type SetupFinding, unknown, wrong } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  type Connection,
  type ConnectionContext,
  callPlatform,
  storedAccount,
  webhooksWork,
} from '../connections/index.ts'
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
  if (webhooks.mistrusted.length > 0) {
    const text =
      'Somebody changed their secret in the store, so what they announce is refused. They are set up again within minutes, and changes are looked for more often until then.'
    return wrong('webhooks', 'Webhooks are signed with another secret', text)
  }
  const silent = await silentTopics(ctx, connection)
  if (silent.length > 0) {
    await ctx.services.requests.ensureWebhooks(id)
    const text = `The store has switched off or lost: ${silent.join(', ')}. They are set up again now, and what was missed is read; check again in a minute.`
    return wrong('webhooks', `${silent.length} webhooks are silent`, text)
  }
  if (webhooksWork(connection, ctx.clock.now())) {
    const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}.`
    return ok('webhooks', `${webhooks.active} webhooks are registered`, text)
  }
  const text = `They were last looked after on ${webhooks.ensuredAt.slice(0, 10)}; that happens every hour while the connection works and a process with the role worker or all runs. Until then changes are looked for every few minutes.`
  return wrong('webhooks', 'Nobody looks after the webhooks', text)
}

/** What the store itself says; nothing where it cannot be asked right now, which other findings tell. */
async function silentTopics(
  { db, services, clock }: ConnectionContext,
  connection: Connection,
): Promise<readonly string[]> {
  const { connector, id } = connection
  if (!connector.webhooks?.silent || !services.addresses) return []
  const url = services.addresses.webhook(connector.id, id)
  const account = storedAccount(connection, { db, services })
  const asked = await attempt(() =>
    callPlatform(services, { account, clock }, async (ctx) => connector.webhooks?.silent?.(ctx, { url })),
  )
  return ('value' in asked && asked.value) || []
}

function deliveryFinding(delivered: Date | null): SetupFinding {
  if (delivered === null) {
    const text = 'Change any product or order over there, and check again a minute later.'
    return unknown('webhook_delivered', 'No webhook has arrived in the last 30 days', text)
  }
  const at = delivered.toISOString()
  return ok('webhook_delivered', 'Webhooks arrive', `The last one on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`)
}
