import { AppError, toConnectionId } from '@tillsight/core'
import { z } from 'zod'
import { type ConnectionContext, findOwnConnection } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'

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
