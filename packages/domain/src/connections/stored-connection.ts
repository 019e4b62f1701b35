import { AppError, type ConnectionId, type ShopId } from '@tillsight/core'
import {
  type ConnectionChange,
  type ConnectionRow,
  type Database,
  findConnection,
  lockConnectionRow,
  type OpenConnectionRow,
  updateConnection,
} from '@tillsight/database'
import type { ConnectedAccount, ConnectionSettings, Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { type ConnectionServices, connectorOf, type PlatformAccount } from './platform-call.ts'
import { Problem } from './status.ts'

const Values = z.record(z.string(), z.string())

/** What the platform reported about the account at the last check. */
export const Account = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  zone: z.string(),
  country: z.string().nullable(),
  version: z.string().nullable(),
})
export type Account = z.infer<typeof Account>

/** The state of the platform's webhooks. */
export const WebhookStatus = z.object({
  ensuredAt: z.iso.datetime(),
  active: z.number(),
  /** When webhooks that the platform had disabled were enabled again; within the last week. */
  reactivatedAt: z.array(z.iso.datetime()).default([]),
  /** Their ids in the platform's deliveries; empty where it sends none, or before they were requested. */
  ids: z.array(z.string()).default([]),
  /** Ids whose signatures have not matched since the webhooks were last ensured. */
  mistrusted: z.array(z.string()).default([]),
})
export type WebhookStatus = z.infer<typeof WebhookStatus>

/** A missing permission: what it covers, what it costs in figures, where it is granted and by whom. */
export const Gap = z.object({ what: z.string(), cost: z.string(), where: z.string(), who: z.string() })
export type Gap = z.infer<typeof Gap>

const StoredSettings = z.object({
  values: Values.default({}),
  account: Account.nullable().default(null),
  warnings: z.array(z.string()).default([]),
  gaps: z.array(Gap).default([]),
  webhooks: WebhookStatus.nullable().default(null),
  /** Since when it is paused; null when it is not. */
  pausedAt: z.iso.datetime().nullable().default(null),
})
/** The unencrypted settings of a connection. */
type StoredSettings = z.infer<typeof StoredSettings>

const StoredSecrets = z.object({ values: Values, webhookSecret: z.string() })
type StoredSecrets = z.infer<typeof StoredSecrets>

/** A connected account with its secrets decrypted; exists in memory only. */
export interface Connection extends Omit<StoredSettings, 'values'> {
  readonly id: ConnectionId
  readonly shopId: ShopId
  readonly connector: Connector
  /** All values, secret ones included. */
  readonly settings: ConnectionSettings
  readonly webhookSecret: string
  readonly access: 'read' | 'read_write'
  readonly paused: boolean
  readonly verified: boolean
  readonly problem: Problem | null
  readonly createdAt: Date
}

/** Decrypts a stored connection. Throws `unavailable` when its secrets cannot be read. */
export function openConnection(row: ConnectionRow, services: ConnectionServices): Connection {
  const connector = connectorOf(services, row.connector)
  const { values, ...settings } = StoredSettings.parse(row.settings)
  const sealed = services.secrets.open(row.secrets, sealContext(row.shopId, row.connector))
  const secrets = StoredSecrets.parse(JSON.parse(sealed))
  return {
    ...settings,
    id: row.id,
    shopId: row.shopId,
    connector,
    settings: { ...values, ...secrets.values },
    webhookSecret: secrets.webhookSecret,
    access: row.access === 'read_write' ? 'read_write' : 'read',
    paused: row.paused,
    verified: row.status === 'active',
    problem: row.statusDetail === null ? null : Problem.parse(row.statusDetail),
    createdAt: row.createdAt,
  }
}

/** The unencrypted settings of a connection, for storing them again with changes. */
export function readSettings(row: Pick<ConnectionRow, 'settings'>): StoredSettings {
  return StoredSettings.parse(row.settings)
}

/** What a stored connection reveals without decrypting its secrets. */
export function readStored(row: OpenConnectionRow): StoredSettings & { verified: boolean; problem: Problem | null } {
  return {
    ...readSettings(row),
    verified: row.status === 'active',
    problem: row.statusDetail === null ? null : Problem.parse(row.statusDetail),
  }
}

/** Columns for these values: those the connector marks as secret are encrypted, the others are not. */
export function sealValues(
  { shopId, connector, webhookSecret }: { shopId: ShopId; connector: Connector; webhookSecret: string },
  values: ConnectionSettings,
  { secrets }: ConnectionServices,
): { plain: Record<string, string>; secrets: Buffer } {
  const { fields, grants = [] } = connector.connect
  const secretKeys = new Set([...fields.filter(({ secret }) => secret).map(({ key }) => key), ...grants])
  const entries = Object.entries(values)
  const stored: StoredSecrets = {
    values: Object.fromEntries(entries.filter(([key]) => secretKeys.has(key))),
    webhookSecret,
  }
  return {
    plain: Object.fromEntries(entries.filter(([key]) => !secretKeys.has(key))),
    secrets: Buffer.from(secrets.seal(JSON.stringify(stored), sealContext(shopId, connector.id))),
  }
}

/** The changes after a successful check: the account is active and has no problem. */
export function changeAfterCheck(
  connection: Pick<Connection, 'shopId' | 'connector' | 'webhookSecret' | 'settings' | 'webhooks' | 'pausedAt'>,
  account: ConnectedAccount,
  services: ConnectionServices,
): ConnectionChange {
  const { plain, secrets } = sealValues(connection, { ...connection.settings, ...account.discovered }, services)
  const { id, name, currency, zone, country, version } = account
  const settings: StoredSettings = {
    values: plain,
    account: { id, name, currency, zone, country, version },
    warnings: [...account.warnings],
    gaps: [...(account.gaps ?? [])],
    webhooks: connection.webhooks,
    pausedAt: connection.pausedAt,
  }
  return { settings, secrets, status: 'active', statusDetail: null }
}

/** Encryption context: secrets can only be decrypted for the shop and platform they were stored for. */
export function sealContext(shop: ShopId, connector: string): string {
  return `connection of ${shop} to ${connector}`
}

/** A connection of the context's shop; throws the same `not_found` for one that does not exist and for another shop's. */
export async function findOwnConnection({ queries, shop }: ShopContext, id: ConnectionId): Promise<ConnectionRow> {
  const row = await findConnection(queries, id)
  if (row && row.shopId === shop.id) return row
  throw new AppError('not_found', `${shop.domain} has no such connection. It may have been removed meanwhile.`)
}

/** An account that is tried before it is stored: values renewed meanwhile are in `current()`, to be stored with the rest. */
export function unstoredAccount(
  connector: Connector,
  settings: ConnectionSettings,
): PlatformAccount & { current(): ConnectionSettings } {
  let current = settings
  return {
    connector,
    settings,
    current: () => current,
    async renew(_spent, grant) {
      current = { ...current, ...(await grant(current)) }
      return current
    },
  }
}

/**
 * A stored account. Its row is locked during token renewal, because some platforms accept a spent token only once; the
 * response is stored before it is used.
 */
export function storedAccount(
  { id, connector, settings }: Connection,
  { db, services }: { db: Database; services: ConnectionServices },
): PlatformAccount {
  return {
    connector,
    settings,
    renew: (spent, grant) =>
      db.transaction(async (tx) => {
        const row = await lockConnectionRow(tx, id)
        const stored = openConnection(row, services)
        if (!isSame(spent, stored.settings)) return stored.settings
        const renewed = { ...stored.settings, ...(await grant(stored.settings)) }
        const { plain, secrets } = sealValues(stored, renewed, services)
        await updateConnection(tx, id, { settings: { ...readSettings(row), values: plain }, secrets })
        return renewed
      }),
  }
}

function isSame(spent: ConnectionSettings, stored: ConnectionSettings): boolean {
  return Object.entries(spent).every(([key, value]) => stored[key] === value)
}
