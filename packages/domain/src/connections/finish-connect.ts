import { AppError, type ConnectionId } from '@tillsight/core'
import { listConnections, noteReturn, type PendingConnectRow } from '@tillsight/database'
import type { Connector, ConnectReturn } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { verifyConnection } from './check-connection.ts'
import { openKeys, storeGrant } from './complete-connect.ts'
import { toAppError } from './failures.ts'
import { otherBrowser } from './find-returning-shop.ts'
import { assertFitsShop } from './fits-shop.ts'
import { BrowserProof, findPendingConnect, isSameBrowser, openPending } from './pending-connect.ts'
import { appOf, type ConnectionContext, connectorOf, whileOthersWait } from './platform-call.ts'

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
  access: 'work',
  input: z.object({
    connector: z.string(),
    query: z.record(z.string(), z.string()),
    /** What the browser shows that came back. */
    browser: BrowserProof.optional(),
  }),
  output: Outcome,
  async run(ctx: ConnectionContext, { connector: id, query, browser }) {
    const { services, queries, shop, clock } = ctx
    const connector = connectorOf(services, id)
    assertFitsShop(connector, { shop, services })
    const returned = readReturn(connector, query)
    const known = await findPendingConnect(queries, returned.state)
    if (!known || known.shopId !== shop.id || known.connector !== connector.id) throw unknownAttempt()
    if (!isSameBrowser(known, browser)) throw otherBrowser()
    // Whichever comes second, the browser or the keys, finds the other.
    const pending = returned.accepted ? await noteReturn(queries, known.state, clock.now()) : known
    if (!pending) throw unknownAttempt()
    if (pending.usedAt) {
      const row = (await listConnections(queries, shop.id)).find((candidate) => candidate.connector === connector.id)
      if (row) return { outcome: 'connected', message: null, connection: row.id }
      return ended('expired', 'This attempt was used already. Start it again.')
    }
    if (!returned.accepted)
      return ended(
        'declined',
        `You declined in ${connector.label}. Nothing was connected; you can start again at any time.`,
      )
    return await takeGrant(ctx, { connector, pending, query })
  },
})

interface Approved {
  readonly connector: Connector
  readonly pending: PendingConnectRow
  readonly query: Readonly<Record<string, string>>
}

/** What the platform granted: keys that came before the browser, or what the code that it brings is worth. */
async function takeGrant(ctx: ConnectionContext, approved: Approved): Promise<z.infer<typeof Outcome>> {
  const { db, services, clock } = ctx
  const { connector, pending } = approved
  const granted = openKeys(pending, services)
  if (granted !== undefined) {
    const connection = await storeGrant({ db, clock, services }, { connector, state: pending.state, granted })
    await services.requests.check(connection)
    return { outcome: 'connected', message: null, connection }
  }
  if (pending.expiresAt <= clock.now()) {
    return ended('expired', 'The attempt took longer than 15 minutes and is no longer valid. Start it again.')
  }
  if (connector.connect.redirect?.exchange)
    return { outcome: 'connected', message: null, connection: await exchangeCode(ctx, approved) }
  return ended(
    'keys_missing',
    `${connector.label} says that you approved, but its keys did not arrive here: the store could not reach this address, ` +
      'or a firewall stopped it. Start again, or create the keys in the store yourself and type them in.',
  )
}

function unknownAttempt(): AppError {
  return new AppError(
    'not_found',
    'This connection attempt is not known here. Start it again from the integrations page.',
  )
}

/** Trades the code that the browser brought; it works once, so what it brings is stored at once and checked then. */
async function exchangeCode(
  { db, services, clock }: ConnectionContext,
  { connector, pending, query }: Approved,
): Promise<ConnectionId> {
  const { redirect } = connector.connect
  const returnUrl = services.addresses?.connectReturn(connector.id)
  if (!redirect?.exchange || returnUrl === undefined)
    throw new AppError(
      'internal',
      'This installation has no public address any more, so nobody can come back to it from a platform. Whoever runs it sets PUBLIC_URL; then connect again.',
    )
  const { values } = openPending(pending, services)
  const http = services.openHttp(connector, whileOthersWait)
  try {
    const granted = await redirect.exchange({ query, values, returnUrl, app: appOf(services, connector), http, clock })
    const connection = await storeGrant({ db, clock, services }, { connector, state: pending.state, granted })
    // Whoever comes back from an ad platform is asked next which of its accounts to read.
    if (connector.ads) await verifyConnection({ db, clock, services }, connection)
    else await services.requests.check(connection)
    return connection
  } catch (error) {
    throw toAppError(error)
  } finally {
    http.close()
  }
}

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
