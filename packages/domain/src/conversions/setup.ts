import { AppError, type ShopId } from '@tillsight/core'
import {
  type ConversionTargetRow,
  type Database,
  type Db,
  findConversionTarget,
  listAdAccounts,
  listConnections,
} from '@tillsight/database'
import { orderValueIds, usualOrderValue } from '@tillsight/metrics'
import {
  type Connector,
  ConnectorError,
  type ConversionSetup,
  type ConversionsSpec,
} from '@tillsight/platforms/connectors'
import { z } from 'zod'
import {
  accountsToRead,
  type ConnectionServices,
  openConnection,
  type PlatformAccount,
  storedAccount,
} from '../connections/index.ts'

/** On what ground buyers’ data may be sent: what each visitor decided, or what the shop arranges elsewhere. */
export const consentBases = ['visitor', 'elsewhere'] as const
/** What names a product in the platform’s product feed. */
export const itemIds = ['variant', 'product', 'sku'] as const

/** How telling a platform of orders is set up, as stored; defaults for what an earlier version did not know. */
export const StoredSetup = z.object({
  destination: z.string().default(''),
  eventName: z.string().default(''),
  consent: z.enum(consentBases).default('visitor'),
  value: z.enum(orderValueIds).default(usualOrderValue),
  itemId: z.enum(itemIds).default('variant'),
})
export type StoredSetup = z.infer<typeof StoredSetup>

/** What keeps orders from being sent, and since when. */
export const TargetProblem = z.object({ kind: z.string(), message: z.string(), since: z.iso.datetime() })
export type TargetProblem = z.infer<typeof TargetProblem>

/** A platform that can be told of orders. */
interface TellingConnector {
  readonly connector: Connector
  readonly spec: ConversionsSpec
}

/** How telling one platform of a shop’s orders stands. */
export interface Target extends TellingConnector {
  readonly shop: ShopId
  readonly platform: string
  readonly enabled: boolean
  readonly since: Date | null
  readonly setup: StoredSetup
  /** The platform’s token for this alone; empty: the connection’s access is used. Lives in memory only. */
  readonly token: string
  readonly problem: TargetProblem | null
  readonly correctedAt: Date | null
}

/** Throws `not_found` for a platform that cannot be told of orders. */
export function tellingConnector({ connectors }: Pick<ConnectionServices, 'connectors'>, id: string): TellingConnector {
  const connector = connectors.find((candidate) => candidate.id === id)
  if (connector?.conversions) return { connector, spec: connector.conversions }
  const known = connectors.filter(({ conversions }) => conversions).map((candidate) => candidate.id)
  throw new AppError('not_found', `“${id.slice(0, 40)}” cannot be told of orders. Those that can: ${known.join(', ')}.`)
}

/** How it stands; one that was never set up is empty and off. */
export async function loadTarget(
  queries: Db,
  services: Pick<ConnectionServices, 'connectors' | 'secrets'>,
  { shop, platform }: { readonly shop: ShopId; readonly platform: string },
): Promise<Target> {
  const telling = tellingConnector(services, platform)
  const row = await findConversionTarget(queries, { shop, platform })
  return {
    ...telling,
    shop,
    platform,
    enabled: row?.enabled ?? false,
    since: row?.since ?? null,
    setup: withEventName(StoredSetup.parse(row?.settings ?? {}), telling.spec),
    token: openToken(row, services),
    problem: row?.problem ? TargetProblem.parse(row.problem) : null,
    correctedAt: row?.correctedAt ?? null,
  }
}

function withEventName(setup: StoredSetup, { eventNames }: ConversionsSpec): StoredSetup {
  return setup.eventName === '' ? { ...setup, eventName: eventNames[0] ?? '' } : setup
}

/** The set-up as connectors take it. */
export function toConversionSetup({ setup, token }: Pick<Target, 'setup' | 'token'>): ConversionSetup {
  const { destination, eventName } = setup
  return { destination, eventName, token }
}

function openToken(row: ConversionTargetRow | undefined, { secrets }: Pick<ConnectionServices, 'secrets'>): string {
  return row?.secrets ? secrets.open(row.secrets, sealedFor(row.shopId, row.platform)) : ''
}

/** A token as it is stored: it opens for this shop and platform alone. */
export function sealToken(
  token: string,
  { shop, platform }: Pick<Target, 'shop' | 'platform'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): Buffer {
  return Buffer.from(secrets.seal(token, sealedFor(shop, platform)))
}

function sealedFor(shop: ShopId, platform: string): string {
  return `conversions of ${shop} to ${platform}`
}

/** The shop’s account at the platform; without a connection one that has no access of its own. */
export async function platformAccess(
  { db, queries, services }: { readonly db: Database; readonly queries: Db; readonly services: ConnectionServices },
  { shop, platform, connector }: Pick<Target, 'shop' | 'platform' | 'connector'>,
): Promise<PlatformAccount> {
  const row = (await listConnections(queries, shop)).find((one) => one.connector === platform && !one.paused)
  if (!row) {
    return {
      connector,
      settings: {},
      renew: () => {
        const message = `There is no connected account of ${connector.label} whose access could be renewed. Connect one.`
        return Promise.reject(new ConnectorError({ kind: 'reauth', message, platformCode: 'no_connection' }))
      },
      accounts: [],
    }
  }
  const connection = openConnection(row, services)
  const accounts = accountsToRead(await listAdAccounts(queries, row.id))
  return { ...storedAccount(connection, { db, services }), accounts }
}
