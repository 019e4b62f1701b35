import { randomBytes } from 'node:crypto'
import { AppError, toConnectionId } from '@tillsight/core'
import { createPendingConnect, deleteExpiredConnects, readOrganisation } from '@tillsight/database'
import type { Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { ConnectValues, tidyValues } from './connect-values.ts'
import { toAppError } from './failures.ts'
import { assertFitsShop } from './fits-shop.ts'
import { BrowserProof, hashProof, type PendingValues, pendingContext, validForMs } from './pending-connect.ts'
import { appOf, type ConnectionContext, canRedirect, connectorOf, whileOthersWait } from './services.ts'

const keptForMs = 24 * 3_600_000

const BeginConnectInput = z.object({
  connector: z.string(),
  values: ConnectValues.default({}),
  access: z.enum(['read', 'read_write']).default('read'),
  /** A connection to be granted anew. */
  connection: z.string().transform(toConnectionId).optional(),
  /** What the browser that begins will show when it is back; nobody who cannot show it ends the flow. */
  browser: BrowserProof.optional(),
})

/**
 * Starts connecting by sending the merchant to the platform. The state works once and for 15 minutes; with `browser`, only
 * for whoever shows the same again.
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
        // Whoever approves in a store of theirs sees whose shop it would be.
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
