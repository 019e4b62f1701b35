import { AppError, type ConnectionId, toConnectionId } from '@tillsight/core'
import { z } from 'zod'
import { type ConnectionContext, findOwnConnection } from '../connections/index.ts'
import { assertAllowed, defineVerb, type ShopContext } from '../context/index.ts'
import { listShopsNotRead } from '../plan-access.ts'
import type { SyncServices } from './services.ts'
import { type PatientOutcome, syncAfterOthers } from './sync-connection.ts'
import type { SyncProgress } from './sync-run.ts'

/** Options of a sync whose end a person waits for. */
interface SyncNow {
  readonly connection: ConnectionId
  /** Read the whole history again. Stored data is only replaced by newer versions. */
  readonly full?: boolean
  /** Read everything changed since then once more. */
  readonly since?: Date
  /** How long to wait for a process that reads the connection without progress; a minute by default. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SyncProgress) => Promise<void>
}

/**
 * Syncs a connection immediately: changes, the rest of the history, and deletions. Throws `conflict` when another process
 * stays busy for longer than the wait, `not_connected`, or `upstream_failed` with the platform's message.
 */
export async function syncNow(ctx: ShopContext, services: SyncServices, options: SyncNow): Promise<PatientOutcome> {
  assertAllowed(ctx.actor, 'sync:run', 'sync.run')
  const row = await findOwnConnection(ctx, options.connection)
  if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
  const outcome = await syncAfterOthers(services, {
    connection: row.id,
    now: true,
    compare: true,
    isPatient: true,
    ...(options.full === undefined ? {} : { full: options.full }),
    ...(options.waitMs === undefined ? {} : { waitMs: options.waitMs }),
    ...(options.since === undefined ? {} : { since: options.since.toISOString() }),
    signal: options.signal ?? new AbortController().signal,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  })
  if (outcome.ended === 'stopped' && outcome.problem) {
    const { kind, message } = outcome.problem
    throw new AppError(kind === 'reauth' || kind === 'permission' ? 'not_connected' : 'upstream_failed', message, {
      details: { failure: kind, records: outcome.records },
    })
  }
  return outcome
}

/** Requests a sync by the next free worker; its progress is shown among the jobs. */
export const requestSync = defineVerb({
  name: 'sync.request',
  needs: 'sync:run',
  access: 'write',
  input: z.object({ connection: z.string().transform(toConnectionId) }),
  output: z.object({}),
  async run(ctx: ConnectionContext, { connection }) {
    const row = await findOwnConnection(ctx, connection)
    if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
    if ((await listShopsNotRead(ctx.queries, ctx.clock.now())).has(ctx.shop.id)) {
      throw new AppError(
        'conflict',
        'Nothing is read any more, because nobody has paid for this organisation for 30 days. Reports and exports go on. An owner can put it right under Settings > Plan.',
        { details: { reason: 'read_only' } },
      )
    }
    await ctx.services.requests.sync(row.id)
    return {}
  },
})
