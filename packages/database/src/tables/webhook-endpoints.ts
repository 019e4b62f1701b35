import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../schema.ts'
import type { AnnouncedFindingsTable, WebhookEndpointsTable } from '../webhooks-schema.ts'

/** An address that is told of events. */
export type WebhookEndpointRow = Selectable<WebhookEndpointsTable>

/** Identifies an address of a shop. */
export interface WebhookEndpointKey {
  readonly shop: ShopId
  readonly id: string
}

/** Waits for others who add addresses to the shop, until the transaction ends. */
export async function lockWebhookEndpoints(db: Db, shop: ShopId): Promise<void> {
  await db.selectFrom('shops').select('id').where('id', '=', shop).forNoKeyUpdate().execute()
}

/** Adds an address. */
export async function createWebhookEndpoint(
  db: Db,
  endpoint: Insertable<WebhookEndpointsTable>,
): Promise<WebhookEndpointRow> {
  return db.insertInto('webhookEndpoints').values(endpoint).returningAll().executeTakeFirstOrThrow()
}

/** An address with the number of messages that wait to be sent there. */
export interface CountedEndpointRow extends WebhookEndpointRow {
  readonly waiting: number
}

/** The shop's addresses, the oldest first. */
export async function listWebhookEndpoints(db: Db, shop: ShopId): Promise<CountedEndpointRow[]> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('webhookMessages')
        .select(sql<number>`count(*)::integer`.as('waiting'))
        .whereRef('endpointId', '=', 'webhookEndpoints.id')
        .where('webhookMessages.state', '=', 'waiting')
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
    .where('shopId', '=', shop)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** The address, locked until the transaction ends. */
export async function lockWebhookEndpoint(
  db: Db,
  { shop, id }: WebhookEndpointKey,
): Promise<WebhookEndpointRow | undefined> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes fields of an address. */
export async function changeWebhookEndpoint(
  db: Db,
  id: string,
  change: Updateable<WebhookEndpointsTable>,
): Promise<void> {
  await db.updateTable('webhookEndpoints').set(change).where('id', '=', id).execute()
}

/** Removes an address with its messages; false if there is none. */
export async function deleteWebhookEndpoint(db: Db, { shop, id }: WebhookEndpointKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookEndpoints')
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** An address that wants events, with the domain of its shop. */
export interface WantingEndpoint extends Pick<WebhookEndpointRow, 'id' | 'events' | 'createdAt'> {
  readonly domain: string
}

/** The shop's addresses that want events of any of these types now. */
export async function listWantingEndpoints(db: Db, shop: ShopId, types: readonly string[]): Promise<WantingEndpoint[]> {
  return db
    .selectFrom('webhookEndpoints')
    .innerJoin('shops', 'shops.id', 'webhookEndpoints.shopId')
    .select(['webhookEndpoints.id', 'events', 'webhookEndpoints.createdAt', 'shops.domain'])
    .where('shopId', '=', shop)
    .where('state', '=', 'on')
    .where(sql<boolean>`events && ${[...types]}::text[]`)
    .execute()
}

/** Notes that something arrived at the address. */
export async function noteWebhookSuccess(db: Db, id: string, at: Date): Promise<void> {
  const change = { failingSince: null, deliveredAt: at, heldUntil: null }
  await db.updateTable('webhookEndpoints').set(change).where('id', '=', id).execute()
}

/** Notes that something did not arrive there, and until when the receiver wants to be left alone. */
export async function noteWebhookFailure(
  db: Db,
  id: string,
  { at, heldUntil }: { readonly at: Date; readonly heldUntil: Date | null },
): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set((eb) => ({
      failingSince: eb.fn.coalesce('failingSince', eb.val(at)),
      ...(heldUntil === null ? {} : { heldUntil }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Switches off every address that only failures were told of since the instant; answers which. */
export async function switchOffFailing(db: Db, since: Date, at: Date): Promise<WebhookEndpointRow[]> {
  return db
    .updateTable('webhookEndpoints')
    .set({ state: 'failing', changedAt: at })
    .where('state', '=', 'on')
    .where('failingSince', '<=', since)
    .returningAll()
    .execute()
}

/** Switches an address off because its receiver said that it is gone; undefined if it is not on. */
export async function switchOffGone(db: Db, id: string, at: Date): Promise<WebhookEndpointRow | undefined> {
  return db
    .updateTable('webhookEndpoints')
    .set({ state: 'gone', changedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returningAll()
    .executeTakeFirst()
}

/** Forgets earlier secrets that are not used any more. */
export async function forgetEarlierSecrets(db: Db, at: Date): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set({ earlierSecret: null, earlierUntil: null })
    .where('earlierUntil', '<=', at)
    .execute()
}

/** Findings of the shop that were announced as open. */
export async function listAnnouncedFindings(db: Db, shop: ShopId): Promise<AnnouncedFindingsTable[]> {
  return db.selectFrom('announcedFindings').selectAll().where('shopId', '=', shop).execute()
}

/** Replaces them. */
export async function saveAnnouncedFindings(
  db: Db,
  shop: ShopId,
  findings: readonly Pick<AnnouncedFindingsTable, 'kind' | 'key'>[],
): Promise<void> {
  await db.deleteFrom('announcedFindings').where('shopId', '=', shop).execute()
  if (findings.length === 0) return
  const rows = findings.map(({ kind, key }) => ({ shopId: shop, kind, key }))
  await db.insertInto('announcedFindings').values(rows).execute()
}

/** An address with the domain of its shop. */
export interface NamedEndpointRow extends WebhookEndpointRow {
  readonly domain: string
}

/** The addresses that a person added to shops of the organisation, by shop; null: those of which nobody is noted. */
export async function listEndpointsMadeBy(
  db: Db,
  organisation: OrganisationId,
  person: PersonId | null,
): Promise<NamedEndpointRow[]> {
  return db
    .selectFrom('webhookEndpoints')
    .innerJoin('shops', 'shops.id', 'webhookEndpoints.shopId')
    .selectAll('webhookEndpoints')
    .select('shops.domain')
    .where('organisationId', '=', organisation)
    .where('webhookEndpoints.createdBy', 'is not distinct from', person)
    .orderBy('shops.domain')
    .orderBy('webhookEndpoints.createdAt')
    .orderBy('webhookEndpoints.id')
    .execute()
}
