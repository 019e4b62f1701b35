import type { Connector, ConnectReturn } from '@tillsight/connectors'
import { AppError } from '@tillsight/core'
import { listConnections } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { toAppError } from './failures.ts'
import { findPendingConnect } from './pending-connect.ts'
import { type ConnectionContext, connectorOf } from './services.ts'

const Outcome = z.object({
  outcome: z.enum(['connected', 'declined', 'keys_missing', 'expired']),
  /** Null when connected. */
  message: z.string().nullable(),
  connection: z.string().nullable(),
})

/** Says how a connect flow ended when the merchant's browser comes back. The address it comes with carries no secret. */
export const finishConnect = defineVerb({
  name: 'connection.finish',
  needs: 'connections:write',
  access: 'write',
  input: z.object({ connector: z.string(), query: z.record(z.string(), z.string()) }),
  output: Outcome,
  async run({ services, queries, shop, clock }: ConnectionContext, { connector: id, query }) {
    const connector = connectorOf(services, id)
    const returned = readReturn(connector, query)
    const pending = await findPendingConnect(queries, returned.state)
    if (!pending || pending.shopId !== shop.id || pending.connector !== connector.id) {
      throw new AppError(
        'not_found',
        'This connection attempt is not known here. Start it again from the integrations page.',
      )
    }
    if (pending.usedAt) {
      const row = (await listConnections(queries, shop.id)).find((candidate) => candidate.connector === connector.id)
      if (row) return { outcome: 'connected', message: null, connection: row.id }
    }
    if (!returned.accepted)
      return ended(
        'declined',
        `You declined in ${connector.label}. Nothing was connected; you can start again at any time.`,
      )
    if (pending.expiresAt <= clock.now()) {
      return ended('expired', 'The attempt took longer than 15 minutes and is no longer valid. Start it again.')
    }
    return ended(
      'keys_missing',
      `${connector.label} says that you approved, but its keys did not arrive here: the store could not reach this address, ` +
        'or a firewall stopped it. Start again, or create the keys in the store yourself and type them in.',
    )
  },
})

function ended(outcome: 'declined' | 'expired' | 'keys_missing', message: string): z.infer<typeof Outcome> {
  return { outcome, message, connection: null }
}

function readReturn({ connect }: Connector, query: Readonly<Record<string, string>>): ConnectReturn {
  if (!connect.redirect) throw new AppError('invalid_input', 'This platform is connected by typing in its keys.')
  try {
    return connect.redirect.returned(query)
  } catch (error) {
    throw toAppError(error)
  }
}
