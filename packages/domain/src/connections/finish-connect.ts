import { AppError, type Clock, type ConnectionId, type ShopId, toShopId } from '@tillsight/core'
import {
  type Database,
  keepGrantedKeys,
  listConnections,
  noteReturn,
  type PendingConnectRow,
  readShop,
  type SealedColumn,
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
import { BrowserProof, findPendingConnect, isSameBrowser, openPending, pendingContext } from './pending-connect.ts'
import {
  appOf,
  type ConnectionContext,
  type ConnectionServices,
  connectorOf,
  whileOthersWait,
} from './platform-call.ts'
import { recordConnection, saveConnection } from './save-connection.ts'
import { sealContext } from './stored-connection.ts'

/** What handling a platform's callback needs; nobody is signed in and the state is the only authority. */
export interface CallbackContext {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/**
 * Accepts the keys that a platform posts. Only the state says whose they are, and the person who began could have given it to
 * the owner of another store: so the keys are kept encrypted until the browser that began has returned, and nothing is read
 * with them before. If it has returned already, they are stored. Throws `forbidden` for a state that is unknown, used or
 * expired, `invalid_input` if there are no keys.
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

/** Decrypts the keys kept in a flow. */
function openKeys(
  { state, grantedEncrypted }: Pick<PendingConnectRow, 'state' | 'grantedEncrypted'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): ConnectionSettings | undefined {
  if (grantedEncrypted === null) return undefined
  return z.record(z.string(), z.string()).parse(JSON.parse(secrets.open(grantedEncrypted, keysContext(state))))
}

/** Encryption context: keys can only be decrypted with the state of their own flow. */
function keysContext(state: string): string {
  return `granted keys ${state}`
}

/** Anybody can post here: an unreadable callback is the sender's mistake, not a failure of the platform. */
async function readCallback({ connect }: Connector, callback: ConnectCallback): Promise<ConnectResult> {
  if (!connect.redirect?.complete) throw unknownState()
  try {
    return await connect.redirect.complete(callback)
  } catch (error) {
    if (!isConnectorError(error)) throw error
    throw new AppError('invalid_input', error.failure.message, { cause: error })
  }
}

/** Consumes the flow and stores what the platform granted. Throws `forbidden` for an invalid state. */
async function storeGrant(
  { db, clock, services, ...by }: CallbackContext & Partial<Pick<ConnectionContext, 'actor' | 'origin'>>,
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
        now: clock.now(),
      },
      services,
    )
    const shop = await readShop(tx, pending.shopId)
    const actor = by.actor ?? { kind: 'job', name: connector.label }
    const organisation = shop.organisationId
    await recordConnection({ ...by, actor, organisation, shop, queries: tx, clock }, 'connection.add', row)
    return row.id
  })
}

function unknownState(): AppError {
  return new AppError(
    'forbidden',
    'This connection attempt is unknown, was used already or is older than 15 minutes. Start it again.',
  )
}

/** A browser returning from a platform. */
interface Returning {
  readonly connector: string
  readonly query: Readonly<Record<string, string>>
  /** Its proof that it began the flow. */
  readonly browser: string | undefined
}

/**
 * The shop that a browser returns to from a platform; undefined if the flow in its address is unknown. A browser other than
 * the one that began ends the flow for everybody, discarding its keys: the person who approved is not the one who asked.
 * Throws `forbidden` in that case.
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

/** The error for a browser that did not begin the flow. */
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

/** Reports how a connect flow ended when the merchant's browser returns. The address it returns to contains no secret. */
export const finishConnect = defineVerb({
  name: 'connection.finish',
  needs: 'connections:write',
  access: 'work',
  input: z.object({
    connector: z.string(),
    query: z.record(z.string(), z.string()),
    /** The returning browser's proof that it began the flow. */
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
    // Whichever arrives second, the browser or the keys, finds the other.
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

/** The platform's grant: keys received before the browser returned, or the result of exchanging the browser's code. */
async function takeGrant(ctx: ConnectionContext, approved: Approved): Promise<z.infer<typeof Outcome>> {
  const { services, clock } = ctx
  const { connector, pending } = approved
  const granted = openKeys(pending, services)
  if (granted !== undefined) {
    const connection = await storeGrant(ctx, { connector, state: pending.state, granted })
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

/** Exchanges the browser's code; it works once, so the result is stored first and checked afterwards. */
async function exchangeCode(ctx: ConnectionContext, { connector, pending, query }: Approved): Promise<ConnectionId> {
  const { db, services, clock } = ctx
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
    const connection = await storeGrant(ctx, { connector, state: pending.state, granted })
    // For an ad platform, the next page asks which of its accounts to read.
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

/** Sealed keys of connections, and of those that are being connected. */
export const sealedByConnections: readonly SealedColumn[] = [
  {
    table: 'connections',
    column: 'secrets',
    key: ['id', 'shop_id', 'connector'],
    context: (of) => sealContext(toShopId(of('shop_id')), of('connector')),
  },
  {
    table: 'pending_connects',
    column: 'values_encrypted',
    key: ['state'],
    context: (of) => pendingContext(of('state')),
  },
  { table: 'pending_connects', column: 'granted_encrypted', key: ['state'], context: (of) => keysContext(of('state')) },
]
