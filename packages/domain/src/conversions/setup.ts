import { AppError, type ShopId, toShopId } from '@tillsight/core'
import {
  type ConversionTargetRow,
  type Database,
  type Db,
  findConversionTarget,
  listAdAccounts,
  listConnections,
  type SealedColumn,
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

/** The legal basis for sending buyers’ data: each visitor's decision, or the shop's arrangements elsewhere. */
export const consentBases = ['visitor', 'elsewhere'] as const
/** Which id names a product in the platform’s product feed. */
export const itemIds = ['variant', 'product', 'sku'] as const

/** The stored set-up for sending orders to a platform, with defaults for fields of later versions. */
export const StoredSetup = z.object({
  destination: z.string().default(''),
  eventName: z.string().default(''),
  consent: z.enum(consentBases).default('visitor'),
  value: z.enum(orderValueIds).default(usualOrderValue),
  itemId: z.enum(itemIds).default('variant'),
})
export type StoredSetup = z.infer<typeof StoredSetup>

/** Why orders cannot be sent, and since when. */
export const TargetProblem = z.object({ kind: z.string(), message: z.string(), since: z.iso.datetime() })
export type TargetProblem = z.infer<typeof TargetProblem>

/** A platform that orders can be sent to. */
interface TellingConnector {
  readonly connector: Connector
  readonly spec: ConversionsSpec
}

/** The state of sending a shop’s orders to one platform. */
export interface Target extends TellingConnector {
  readonly shop: ShopId
  readonly platform: string
  readonly enabled: boolean
  readonly since: Date | null
  readonly setup: StoredSetup
  /** A platform token used only for sending; if empty, the connection’s access is used. Exists in memory only. */
  readonly token: string
  readonly problem: TargetProblem | null
  readonly correctedAt: Date | null
}

/** Throws `not_found` for a platform that orders cannot be sent to. */
export function tellingConnector({ connectors }: Pick<ConnectionServices, 'connectors'>, id: string): TellingConnector {
  const connector = connectors.find((candidate) => candidate.id === id)
  if (connector?.conversions) return { connector, spec: connector.conversions }
  const known = connectors.filter(({ conversions }) => conversions).map((candidate) => candidate.id)
  throw new AppError('not_found', `“${id.slice(0, 40)}” cannot be told of orders. Those that can: ${known.join(', ')}.`)
}

/** Loads the state; empty and disabled if it was never set up. */
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

/** The set-up as connectors expect it. */
export function toConversionSetup({ setup, token }: Pick<Target, 'setup' | 'token'>): ConversionSetup {
  const { destination, eventName } = setup
  return { destination, eventName, token }
}

function openToken(row: ConversionTargetRow | undefined, { secrets }: Pick<ConnectionServices, 'secrets'>): string {
  return row?.secrets ? secrets.open(row.secrets, sealedFor(row.shopId, row.platform)) : ''
}

/** Encrypts a token for storage: it can only be decrypted for this shop and platform. */
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

/** The shop’s account at the platform; without a connection, an account without access of its own. */
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

/** Sealed tokens of platforms. */
export const sealedByConversions: readonly SealedColumn[] = [
  {
    table: 'conversion_targets',
    column: 'secrets',
    key: ['shop_id', 'platform'],
    context: (of) => sealedFor(toShopId(of('shop_id')), of('platform')),
  },
]
