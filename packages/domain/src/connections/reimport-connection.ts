import { AppError, toConnectionId } from '@tillsight/core'
import { listSyncStates } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { lockConnection } from './connection-lock.ts'
import { findOwnConnection } from './own-connection.ts'
import { restartHistory } from './restart-history.ts'
import type { ConnectionContext } from './services.ts'

const waitMs = 20_000
const beingRead = 'The store is being read right now. Ask for the history again when that is done, in a minute or two.'

/**
 * Reads the whole history anew, newest first. Figures stay meanwhile: an order is only replaced by a newer version of
 * itself. Throws `conflict` while it is paused, or while its history is being read anyway.
 */
export const reimportConnection = defineVerb({
  name: 'connection.reimport',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connection: z.string().transform(toConnectionId) }),
  output: z.object({}),
  async run(ctx: ConnectionContext, { connection: id }) {
    const row = await findOwnConnection(ctx, id)
    if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
    const { kysely } = ctx.db
    const states = await listSyncStates(kysely, id)
    if (states.some(({ mode, lastSuccessAt }) => mode === 'backfill' && lastSuccessAt === null)) {
      throw new AppError(
        'conflict',
        'The history is being read already, and nothing of it is missing when that ends. Ask for it again then.',
      )
    }
    // Whoever reads holds how far it has come in memory, and would store it again.
    await lockConnection(ctx.db, { connection: id, refusal: beingRead, waitMs }, () =>
      restartHistory(kysely, { connection: id, now: ctx.clock.now() }),
    )
    await ctx.services.requests.sync(id)
    return {}
  },
})
