import { toConnectionId } from '@tillsight/core'
import { updateConnection } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { findOwnConnection } from './own-connection.ts'
import type { ConnectionContext } from './services.ts'
import { readSettings } from './stored-connection.ts'

/** Stops fetching, or goes on where it stopped. A running sync ends after its current batch. */
export const pauseConnection = defineVerb({
  name: 'connection.pause',
  needs: 'connections:write',
  access: 'write',
  input: z.object({ connection: z.string().transform(toConnectionId), paused: z.boolean() }),
  output: ConnectionView,
  async run(ctx: ConnectionContext, { connection: id, paused }) {
    const { services, queries, clock } = ctx
    await findOwnConnection(ctx, id)
    // A check or a job may be storing what it found.
    const before = await queries
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const stored = readSettings(before)
    const pausedAt = before.paused ? stored.pausedAt : clock.now().toISOString()
    const row = await updateConnection(queries, id, {
      paused,
      settings: { ...stored, pausedAt: paused ? pausedAt : null },
    })
    if (!paused) await services.requests.sync(id)
    return viewConnection(queries, row, { services, now: clock.now() })
  },
})
