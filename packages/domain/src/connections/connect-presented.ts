import { AppError, type Clock, toConnectionId } from '@tillsight/core'
import type { ConnectionSettings, Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { storeAdAccounts } from './ad-accounts.ts'
import { adoptAccount, assertFitsShop, withWarnings } from './adopt-account.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { toAppError } from './failures.ts'
import {
  appOf,
  type ConnectionContext,
  type ConnectionServices,
  callPlatform,
  connectorOf,
  whileOthersWait,
} from './platform-call.ts'
import { assertMayConnect, recordConnection, saveConnection } from './save-connection.ts'
import { unstoredAccount } from './stored-connection.ts'

/**
 * Connects with the credentials that a platform supplied when it opened the app inside its own pages; no redirect is needed.
 * Throws `invalid_input` when there are none, and the platform's failure.
 */
export const connectPresented = defineVerb({
  name: 'connection.present',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connector: z.string(), query: z.record(z.string(), z.string()) }),
  output: z.object({ connection: z.string() }),
  async run(ctx: ConnectionContext, { connector: id, query }) {
    const { services, shop, clock, db } = ctx
    const connector = connectorOf(services, id)
    assertFitsShop(connector, { shop, services })
    const embedded = connector.connect.redirect?.embedded
    if (!embedded?.isPresented(query)) throw nothingPresented(connector.label)
    const http = services.openHttp(connector, whileOthersWait)
    try {
      const settings = await embedded.exchange({ query, app: appOf(services, connector), http, clock })
      const grant = { shopId: shop.id, connector, settings, access: 'read_write', now: clock.now() } as const
      const { id: connection } = await db.transaction(async (queries) => {
        const row = await saveConnection(queries, grant, services)
        await recordConnection({ ...ctx, queries }, 'connection.add', row)
        return row
      })
      await services.requests.check(connection)
      return { connection }
    } catch (error) {
      throw toAppError(error)
    } finally {
      http.close()
    }
  },
})

function nothingPresented(label: string): AppError {
  return new AppError('invalid_input', `${label} sent nothing along that could be exchanged. Start connecting again.`)
}

const valueLimit = 2000

/** Entered values, by field key. */
export const ConnectValues = z.record(z.string().max(100), z.string().max(valueLimit))

/** Trims entered values and drops unknown ones. Throws `invalid_input` when a required one among `keys` is missing. */
export function tidyValues(
  { connect, label }: Connector,
  typed: ConnectionSettings,
  keys: 'all' | 'before_redirect' = 'all',
): ConnectionSettings {
  const values: Record<string, string> = {}
  for (const field of connect.fields) {
    const value = (typed[field.key] ?? '').trim()
    if (value !== '') values[field.key] = value
    // The redirect supplies the secrets; everything else must be entered before it.
    else if (field.required && !(keys === 'before_redirect' && field.secret)) {
      throw new AppError('invalid_input', `“${field.label}” is missing. ${label} cannot be connected without it.`, {
        details: { field: field.key },
      })
    }
  }
  return values
}

const ConnectWithKeysInput = z.object({
  connector: z.string(),
  values: ConnectValues,
  access: z.enum(['read', 'read_write']).default('read'),
  /** The connection to reconnect. */
  connection: z.string().transform(toConnectionId).optional(),
})

/** Connects with entered keys; they are tried first and stored only if the platform accepts them. */
export const connectWithKeys = defineVerb({
  name: 'connection.connect',
  needs: 'connections:write',
  access: 'write',
  input: ConnectWithKeysInput,
  output: ConnectionView,
  async run(ctx: ConnectionContext, input) {
    const { services, queries, shop, clock } = ctx
    const connector = connectorOf(services, input.connector)
    assertFitsShop(connector, { shop, services })
    await assertMayConnect(queries, { shopId: shop.id, connector, now: clock.now() })
    const settings = tidyValues(connector, input.values)
    const attempt = unstoredAccount(connector, settings)
    const { account, adAccounts } = await tryKeys({ attempt, services, clock }).catch((error: unknown) => {
      throw toAppError(error)
    })
    const differences = await adoptAccount(queries, { shop: shop.id, connector, account })
    const grant = {
      shopId: shop.id,
      connector,
      settings: attempt.current(),
      access: input.access,
      connection: input.connection,
      account: withWarnings(account, differences),
      now: clock.now(),
    }
    const row = await saveConnection(queries, grant, services)
    await recordConnection(ctx, 'connection.add', row)
    if (adAccounts) {
      const of = { connection: row.id, shop: shop.id, platform: connector.id }
      await storeAdAccounts(queries, of, { seen: adAccounts, now: clock.now() })
    }
    await services.requests.sync(row.id)
    await services.requests.ensureWebhooks(row.id)
    return viewConnection(queries, row, { services, now: clock.now() })
  },
})

interface Attempt {
  readonly attempt: ReturnType<typeof unstoredAccount>
  readonly services: ConnectionServices
  readonly clock: Clock
}

/** Tries keys that are not stored yet. */
async function tryKeys({ attempt, services, clock }: Attempt) {
  const { connector } = attempt
  const account = await callPlatform(services, { account: attempt, clock }, (ctx) => connector.check(ctx))
  const { ads } = connector
  if (!ads) return { account }
  const settings = { ...attempt.current(), ...account.discovered }
  const checked = { connector, settings, renew: attempt.renew }
  return {
    account,
    adAccounts: await callPlatform(services, { account: checked, clock }, (ctx) => ads.listAccounts(ctx)),
  }
}
