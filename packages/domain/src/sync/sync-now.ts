import { AppError, type ConnectionId, toConnectionId } from '@tillsight/core'
import { z } from 'zod'
import { type ConnectionContext, findOwnConnection } from '../connections/index.ts'
import { assertAllowed, defineVerb, type ShopContext } from '../context/index.ts'
import type { SyncServices } from './services.ts'
import { type PatientOutcome, syncAfterOthers } from './sync-connection.ts'
import type { SyncProgress } from './sync-run.ts'

/** What somebody asks for who waits for the end of it. */
interface SyncNow {
  readonly connection: ConnectionId
  /** Read the whole history again. What is stored stays and is only replaced by what is newer. */
  readonly full?: boolean
  /** Read everything changed since then once more. */
  readonly since?: Date
  /** How long to wait for a process that reads the connection already and gets no further; a minute unless told. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SyncProgress) => Promise<void>
}

/**
 * Brings a connection up to date here and now: changes, the rest of the history, and what disappeared. Throws `conflict`
 * when another process works on it for longer than somebody waits, `not_connected` or `upstream_failed` with the platform's words.
 */
export async function syncNow(ctx: ShopContext, services: SyncServices, wish: SyncNow): Promise<PatientOutcome> {
  assertAllowed(ctx.actor, 'sync:run', 'sync.run')
  const row = await findOwnConnection(ctx, wish.connection)
  if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
  const outcome = await syncAfterOthers(services, {
    connection: row.id,
    now: true,
    compare: true,
    isPatient: true,
    ...(wish.full === undefined ? {} : { full: wish.full }),
    ...(wish.waitMs === undefined ? {} : { waitMs: wish.waitMs }),
    ...(wish.since === undefined ? {} : { since: wish.since.toISOString() }),
    signal: wish.signal ?? new AbortController().signal,
    ...(wish.onProgress === undefined ? {} : { onProgress: wish.onProgress }),
  })
  if (outcome.ended === 'stopped' && outcome.problem) {
    const { kind, message } = outcome.problem
    throw new AppError(kind === 'reauth' || kind === 'permission' ? 'not_connected' : 'upstream_failed', message, {
      details: { failure: kind, records: outcome.records },
    })
  }
  return outcome
}

/** Asks for a sync as soon as a worker is free; its progress shows among the jobs. */
export const requestSync = defineVerb({
  name: 'sync.request',
  needs: 'sync:run',
  access: 'write',
  input: z.object({ connection: z.string().transform(toConnectionId) }),
  output: z.object({}),
  async run(ctx: ConnectionContext, { connection }) {
    const row = await findOwnConnection(ctx, connection)
    if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
    await ctx.services.requests.sync(row.id)
    return {}
  },
})
