import { AppError, toConnectionId } from '@tillsight/core'
import { listAdAccounts } from '@tillsight/database'
import { z } from 'zod'
import {
  AdAccountView,
  type Connection,
  type ConnectionContext,
  findOwnConnection,
  openConnection,
  refreshAdAccounts,
  toAppError,
  viewAdAccount,
} from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'

/** The ad accounts that a connection's sign-in shows; with `refresh` as the platform says it now. */
export const listAccounts = defineVerb({
  name: 'ads.accounts',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connection: z.string().transform(toConnectionId), refresh: z.boolean().default(false) }),
  output: z.array(AdAccountView),
  async run(ctx: ConnectionContext, { connection: id, refresh }) {
    const connection = await openAdConnection(ctx, id)
    if (refresh) {
      await refreshAdAccounts(ctx, connection).catch((error: unknown) => {
        throw toAppError(error)
      })
    }
    return (await listAdAccounts(ctx.queries, connection.id)).map(viewAdAccount)
  },
})

/** A connection of the shop that has ad accounts. Throws `invalid_input` for one that has none, and `not_found`. */
export async function openAdConnection(ctx: ConnectionContext, id: Connection['id']): Promise<Connection> {
  const connection = openConnection(await findOwnConnection(ctx, id), ctx.services)
  if (connection.connector.kind === 'ads') return connection
  throw new AppError('invalid_input', `${connection.connector.label} has no ad accounts to choose from.`)
}
