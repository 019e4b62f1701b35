import { AppError, type Clock, type ConnectionId, type ShopId } from '@tillsight/core'
import {
  type Database,
  keepGrantedKeys,
  listConnections,
  noteReturn,
  type PendingConnectRow,
  takePendingConnect,
} from '@tillsight/database'
import {
  type ConnectCallback,
  type ConnectionSettings,
  type Connector,
  type ConnectResult,
  type ConnectReturn,
  isConnectorError,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { assertFitsShop } from './adopt-account.ts'
import { verifyConnection } from './check-connection.ts'
import { toAppError } from './failures.ts'
import { BrowserProof, findPendingConnect, isSameBrowser, openPending } from './pending-connect.ts'
import {
  appOf,
  type ConnectionContext,
  type ConnectionServices,
  connectorOf,
  whileOthersWait,
} from './platform-call.ts'
import { saveConnection } from './save-connection.ts'

/** What answering a platform's callback needs; nobody is signed in and the state is the only authority. */
export interface CallbackContext {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/**
 * Takes the keys that a platform posts. Nothing says whose they are but the state, which whoever began can have handed to
 * the owner of another store: so they wait, sealed, until the browser that began is back, and nothing is read with them
 * before. Where it is back already they are stored. Throws `forbidden` for a state that is unknown, used or expired,
 * `invalid_input` for what are no keys.
 */
export async function completeConnect(
  { db, clock, services }: CallbackContext,
  { connector: id, callback }: { connector: string; callback: ConnectCallback },
): Promise<void> {
  const connector = connectorOf(services, id)
  const result = await readCallback(connector, callback)
  const { state, settings } = result
  const keys = Buffer.from(services.secrets.seal(JSON.stringify(settings), keysContext(state)))
  const pending = await keepGrantedKeys(db.kysely, { state, keys, at: clock.now() })
  if (!pending || pending.connector !== connector.id) throw unknownState()
  if (pending.returnedAt === null) return
  await services.requests.check(await storeGrant({ db, clock, services }, { connector, state, granted: settings }))
}

/** The keys that wait in a flow. */
function openKeys(
  { state, grantedEncrypted }: Pick<PendingConnectRow, 'state' | 'grantedEncrypted'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): ConnectionSettings | undefined {
  if (grantedEncrypted === null) return undefined
  return z.record(z.string(), z.string()).parse(JSON.parse(secrets.open(grantedEncrypted, keysContext(state))))
}

/** Keys open only with the state of their own flow. */
function keysContext(state: string): string {
  return `granted keys ${state}`
}

/** Anybody may post here: what cannot be read is the sender's mistake and no failure of the platform. */
async function readCallback({ connect }: Connector, callback: ConnectCallback): Promise<ConnectResult> {
  if (!connect.redirect?.complete) throw unknownState()
  try {
    return await connect.redirect.complete(callback)
  } catch (error) {
    if (!isConnectorError(error)) throw error
    throw new AppError('invalid_input', error.failure.message, { cause: error })
  }
}

/** Uses up the flow and stores what the platform granted in it. Throws `forbidden` for a state that cannot be used. */
async function storeGrant(
  { db, clock, services }: CallbackContext,
  { connector, state, granted }: { connector: Connector; state: string; granted: ConnectionSettings },
): Promise<ConnectionId> {
  return await db.transaction(async (tx) => {
    const pending = await takePendingConnect(tx, state, clock.now())
    if (!pending || pending.connector !== connector.id) throw unknownState()
    const { values, connection } = openPending(pending, services)
    const row = await saveConnection(
      tx,
      {
        shopId: pending.shopId,
        connector,
        settings: { ...values, ...granted },
        access: pending.access === 'read_write' ? 'read_write' : 'read',
        connection,
      },
      services,
    )
    return row.id
  })
}

function unknownState(): AppError {
  return new AppError(
    'forbidden',
    'This connection attempt is unknown, was used already or is older than 15 minutes. Start it again.',
  )
}

/** A browser that comes back from a platform. */
interface Returning {
  readonly connector: string
  readonly query: Readonly<Record<string, string>>
  /** What it can show. */
  readonly browser: string | undefined
}

/**
 * The shop that a browser comes back to from a platform; undefined when the flow in its address is not known. Another browser
 * than the one that began ends the flow for everybody, with the keys that wait in it: whoever approved was not who asked.
 * Throws `forbidden` then.
 */
export async function findReturningShop(
  { db, clock, services }: CallbackContext,
  { connector: id, query, browser }: Returning,
): Promise<ShopId | undefined> {
  const connector = connectorOf(services, id)
  const returned = connector.connect.redirect?.returned(query)
  const pending = returned && (await findPendingConnect(db.kysely, returned.state))
  if (pending === undefined || pending.connector !== connector.id || isSameBrowser(pending, browser))
    return pending?.shopId
  if (pending.usedAt === null) await takePendingConnect(db.kysely, pending.state, clock.now())
  throw otherBrowser()
}

/** The refusal of whoever did not begin. */
function otherBrowser(): AppError {
  return new AppError(
    'forbidden',
    'This connection was begun in another browser, or under another address of this site, so nothing was connected. ' +
      'If it was you, start again and approve in the same browser; if not, remove the keys that you approved just now.',
    { details: { reason: 'other_browser' } },
  )
}

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
