import { toConnectionId } from '@tillsight/core'
import { updateConnection } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { findOwnConnection } from './own-connection.ts'
import type { ConnectionContext } from './services.ts'

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
    const row = await updateConnection(queries, id, { paused })
    if (!paused) await services.requests.sync(id)
    return viewConnection(queries, row, { services, now: clock.now() })
  },
})
