import { createHash, randomBytes } from 'node:crypto'
import { AppError, toConnectionId } from '@tillsight/core'
import {
  createPendingConnect,
  type Db,
  deleteExpiredConnects,
  findOpenConnect,
  type PendingConnectRow,
  readOrganisation,
} from '@tillsight/database'
import type { Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { assertFitsShop } from './adopt-account.ts'
import { ConnectValues, tidyValues } from './connect-presented.ts'
import { toAppError } from './failures.ts'
import {
  appOf,
  type ConnectionContext,
  type ConnectionServices,
  canRedirect,
  connectorOf,
  whileOthersWait,
} from './platform-call.ts'
import { assertMayConnect } from './save-connection.ts'

/** An unguessable text by which a returning browser proves that it began the flow. */
export const BrowserProof = z.string().min(20).max(200)

/** The proof as it is stored. */
function hashProof(proof: string): string {
  return createHash('sha256').update(proof).digest('hex')
}

/** Whether the returning browser is the one that began; any browser is accepted if none was recorded. */
export function isSameBrowser(
  { browserHash }: Pick<PendingConnectRow, 'browserHash'>,
  proof: string | undefined,
): boolean {
  return browserHash === null || (proof !== undefined && hashProof(proof) === browserHash)
}

/** How long a flow may take. */
const validForMs = 15 * 60_000

/** What is stored of a flow while the merchant is at the platform. */
const PendingValues = z.object({
  values: z.record(z.string(), z.string()),
  connection: z.string().transform(toConnectionId).optional(),
})
type PendingValues = z.infer<typeof PendingValues>

/** Encryption context: a flow's values can only be decrypted with its own state. */
export function pendingContext(state: string): string {
  return `pending connect ${state}`
}

/** Finds a flow without consuming it. */
export async function findPendingConnect(db: Db, state: string): Promise<PendingConnectRow | undefined> {
  return db.selectFrom('pendingConnects').selectAll().where('state', '=', state).executeTakeFirst()
}

/** Decrypts the values that a flow began with. */
export function openPending(
  { valuesEncrypted, state }: Pick<PendingConnectRow, 'valuesEncrypted' | 'state'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): PendingValues {
  return PendingValues.parse(JSON.parse(secrets.open(valuesEncrypted, pendingContext(state))))
}

/** The newest connect flow that was sent to a platform and has not returned; null when there is none. */
export const findAttempt = defineVerb({
  name: 'connection.attempt',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z
    .object({
      connector: z.string(),
      begunAt: z.iso.datetime(),
      /** Whether the platform has sent its keys before the browser has returned; nothing is read until it does. */
      keysWait: z.boolean(),
    })
    .nullable(),
  async run({ queries, shop, clock }: ConnectionContext) {
    const pending = await findOpenConnect(queries, shop.id, clock.now())
    if (!pending) return null
    const { connector, expiresAt, grantedEncrypted } = pending
    const begunAt = new Date(expiresAt.getTime() - validForMs).toISOString()
    return { connector, begunAt, keysWait: grantedEncrypted !== null }
  },
})

const keptForMs = 24 * 3_600_000

const BeginConnectInput = z.object({
  connector: z.string(),
  values: ConnectValues.default({}),
  access: z.enum(['read', 'read_write']).default('read'),
  /** The connection to reconnect. */
  connection: z.string().transform(toConnectionId).optional(),
  /** The proof that the browser must present on its return to complete the flow. */
  browser: BrowserProof.optional(),
})

/**
 * Starts connecting by redirecting the merchant to the platform. The state works once and for 15 minutes; with `browser`,
 * only for a browser that presents the same proof.
 */
export const beginConnect = defineVerb({
  name: 'connection.begin',
  needs: 'connections:write',
  access: 'write',
  input: BeginConnectInput,
  output: z.object({ redirectUrl: z.string(), state: z.string(), expiresAt: z.iso.datetime() }),
  async run({ services, queries, shop, organisation, clock }: ConnectionContext, input) {
    const connector = connectorOf(services, input.connector)
    assertFitsShop(connector, { shop, services })
    await assertMayConnect(queries, { shopId: shop.id, connector, now: clock.now() })
    const { redirect } = connector.connect
    if (!redirect) {
      throw new AppError(
        'invalid_input',
        `${connector.label} is connected by typing in its keys; there is no page to send you to.`,
      )
    }
    const { addresses } = services
    if (!canRedirect(services, connector)) throw appMissing(connector)
    if (!addresses) {
      throw new AppError(
        'unavailable',
        `${connector.label} cannot send keys to this installation because it has no public address. ` +
          'Set PUBLIC_URL to its https address, or create the keys in the store and type them in.',
      )
    }
    const values = tidyValues(connector, input.values, 'before_redirect')
    const state = randomBytes(24).toString('base64url')
    const expiresAt = new Date(clock.now().getTime() + validForMs)
    const http = services.openHttp(connector, whileOthersWait)
    try {
      const { name } = await readOrganisation(queries, organisation)
      const redirectUrl = await redirect.start({
        values,
        state,
        callbackUrl: addresses.callback(connector.id),
        returnUrl: addresses.connectReturn(connector.id),
        access: input.access,
        // So that a person approving in their own store sees whose shop it would be connected to.
        beneficiary: `${shop.domain} (${name})`,
        app: appOf(services, connector),
        http,
      })
      const kept: PendingValues = {
        values,
        ...(input.connection === undefined ? {} : { connection: input.connection }),
      }
      await deleteExpiredConnects(queries, new Date(clock.now().getTime() - keptForMs))
      await createPendingConnect(queries, {
        state,
        shopId: shop.id,
        connector: connector.id,
        valuesEncrypted: Buffer.from(services.secrets.seal(JSON.stringify(kept), pendingContext(state))),
        access: input.access,
        expiresAt,
        browserHash: input.browser === undefined ? null : hashProof(input.browser),
      })
      return { redirectUrl, state, expiresAt: expiresAt.toISOString() }
    } catch (error) {
      throw toAppError(error)
    } finally {
      http.close()
    }
  },
})

function appMissing({ label, connect }: Connector): AppError {
  const needed = (connect.app ?? []).filter(({ required }) => required).map(({ variable }) => variable)
  return new AppError(
    'unavailable',
    `This installation has no app at ${label} yet, so there is no page to send you to. Whoever runs it sets ` +
      `${needed.join(' and ')}; or connect with keys of your own, as the guide says.`,
  )
}
