import type { OrganisationId, ShopId } from '@tillsight/core'
import type { Insertable, Selectable } from 'kysely'
import { prepare } from '../connect.ts'
import { fromJson, type JsonRow } from '../json.ts'
import type { ApiKeysTable } from '../keys-schema.ts'
import type { Db } from '../schema.ts'

/** A key of the API as stored: never itself, only its hash. */
export type ApiKeyRow = Selectable<ApiKeysTable>

/** A key with the name of whoever created it; null if they are gone. */
export interface NamedApiKeyRow extends ApiKeyRow {
  readonly creatorName: string | null
}

/** Adds a key. */
export async function createApiKey(db: Db, key: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return db.insertInto('apiKeys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** The organisation's keys in any state, the newest first. */
export async function listApiKeys(db: Db, organisation: OrganisationId): Promise<NamedApiKeyRow[]> {
  return db
    .selectFrom('apiKeys')
    .leftJoin('people', 'people.id', 'apiKeys.createdBy')
    .selectAll('apiKeys')
    .select('people.name as creatorName')
    .where('organisationId', '=', organisation)
    .orderBy('apiKeys.createdAt', 'desc')
    .orderBy('apiKeys.id')
    .execute()
}

/** Waits for others who add keys to the organisation, until the transaction ends. */
export async function lockApiKeys(db: Db, organisation: OrganisationId): Promise<void> {
  await db.selectFrom('organisations').select('id').where('id', '=', organisation).forNoKeyUpdate().execute()
}

/** A key with the shops that whoever made it sees now; null: all, or they are no member any more. */
export interface ShownApiKeyRow extends ApiKeyRow {
  readonly makerShopIds: ShopId[] | null
}

const shownKeys = prepare<{ readonly key: JsonRow }>(
  'shown_keys',
  `SELECT to_jsonb(api_keys) || jsonb_build_object('maker_shop_ids', memberships.shop_ids) AS key
    FROM api_keys LEFT JOIN memberships
      ON memberships.organisation_id = api_keys.organisation_id AND memberships.person_id = api_keys.created_by
    WHERE hash = $1`,
)

const toShownKey = fromJson<ShownApiKeyRow>(['createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'])

/** The key with this hash, in any state. */
export async function findApiKey(db: Db, hash: string): Promise<ShownApiKeyRow | undefined> {
  const [row] = await shownKeys(db, [hash])
  return row && toShownKey(row.key)
}

/** Revokes a key that is not revoked yet; false if there is none. */
export async function revokeApiKey(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes the hour of a key's last use. */
export async function noteApiKeyUse(db: Db, id: string, hour: Date): Promise<void> {
  await db.updateTable('apiKeys').set({ lastUsedAt: hour }).where('id', '=', id).execute()
}
