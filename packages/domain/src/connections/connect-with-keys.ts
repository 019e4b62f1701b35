import { type Clock, toConnectionId } from '@tillsight/core'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { unstoredAccount } from './account-values.ts'
import { storeAdAccounts } from './ad-accounts.ts'
import { adoptAccount, withWarnings } from './adopt-account.ts'
import { ConnectValues, tidyValues } from './connect-values.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { toAppError } from './failures.ts'
import { assertFitsShop } from './fits-shop.ts'
import { callPlatform } from './platform-call.ts'
import { saveConnection } from './save-connection.ts'
import { type ConnectionContext, type ConnectionServices, connectorOf } from './services.ts'

const ConnectWithKeysInput = z.object({
  connector: z.string(),
  values: ConnectValues,
  access: z.enum(['read', 'read_write']).default('read'),
  /** A connection to be granted anew. */
  connection: z.string().transform(toConnectionId).optional(),
})

/** Connects with keys that a person typed in; they are tried first and stored only when the platform accepts them. */
export const connectWithKeys = defineVerb({
  name: 'connection.connect',
  needs: 'connections:write',
  access: 'write',
  input: ConnectWithKeysInput,
  output: ConnectionView,
  async run({ services, queries, shop, clock }: ConnectionContext, input) {
    const connector = connectorOf(services, input.connector)
    assertFitsShop(connector, { shop, services })
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
    }
    const row = await saveConnection(queries, grant, services)
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

/** What the platform says to keys that nobody has stored yet. */
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
