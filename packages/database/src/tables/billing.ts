import type { OrganisationId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { BillingAccountsTable, BillingEventState, BillingEventsTable } from '../billing-schema.ts'
import type { Db } from '../schema.ts'

/** What is known of an organisation as a customer. */
export type BillingAccountRow = Selectable<BillingAccountsTable>

/** An event that was seen. */
export type BillingEventRow = Selectable<BillingEventsTable>

/** Undefined: it never was a customer. */
export async function findBillingAccount(db: Db, organisation: OrganisationId): Promise<BillingAccountRow | undefined> {
  return db.selectFrom('billingAccounts').selectAll().where('organisationId', '=', organisation).executeTakeFirst()
}

/** Undefined: nobody here is this customer. */
export async function findBillingAccountOf(db: Db, customer: string): Promise<BillingAccountRow | undefined> {
  return db.selectFrom('billingAccounts').selectAll().where('customerId', '=', customer).executeTakeFirst()
}

/** All organisations that are customers, the oldest first. */
export async function listBillingAccounts(db: Db): Promise<BillingAccountRow[]> {
  return db.selectFrom('billingAccounts').selectAll().orderBy('createdAt').orderBy('organisationId').execute()
}

/** Notes which customer the organisation is; another one before is forgotten. */
export async function saveBillingCustomer(
  db: Db,
  { organisationId, customerId, createdAt }: Pick<BillingAccountRow, 'organisationId' | 'customerId' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('billingAccounts')
    .values({ organisationId, customerId, createdAt })
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet({ customerId, customerGone: false }))
    .execute()
}

/** What the payment service says of a customer. */
export type BillingStateChange = Omit<
  BillingAccountRow,
  'organisationId' | 'customerId' | 'createdAt' | 'deleteAt' | 'version' | 'hadSubscription'
>

/**
 * Writes what the payment service says, as it was asked after the row's version was read; false if somebody wrote meanwhile, or the
 * row is gone: it may be older than what they wrote.
 */
export async function saveBillingState(
  db: Db,
  { organisationId, version }: Pick<BillingAccountRow, 'organisationId' | 'version'>,
  change: BillingStateChange,
): Promise<boolean> {
  const written = await db
    .updateTable('billingAccounts')
    .set({
      ...change,
      version: version + 1,
      ...(change.subscriptionId === null ? {} : { hadSubscription: true }),
    })
    .where('organisationId', '=', organisationId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/** Notes for when the organisation's deletion was asked for, because nobody paid; null: it is not any more. */
export async function setBillingDeleteAt(db: Db, organisation: OrganisationId, deleteAt: Date | null): Promise<void> {
  await db.updateTable('billingAccounts').set({ deleteAt }).where('organisationId', '=', organisation).execute()
}

/** Adds the event unless it was seen before. Answers its state: that of the first time. */
export async function addBillingEvent(db: Db, event: BillingEventRow): Promise<BillingEventState> {
  const added = await db
    .insertInto('billingEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('state')
    .executeTakeFirst()
  if (added) return added.state
  const { state } = await db
    .selectFrom('billingEvents')
    .select('state')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  return state
}

/** Events whose customers are still to be asked about, the oldest first. */
export async function listWaitingBillingEvents(db: Db): Promise<BillingEventRow[]> {
  const waiting = db.selectFrom('billingEvents').selectAll().where('state', '=', 'waiting')
  return waiting.orderBy('receivedAt').orderBy('id').execute()
}

/** Notes what became of waiting events. */
export async function endBillingEvents(db: Db, ids: readonly string[], state: 'done' | 'stranger'): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('billingEvents')
    .set({ state })
    .where('id', 'in', [...ids])
    .execute()
}

/** Notes that a customer was ended here: what is told of it later is no stranger's. */
export async function noteEndedCustomer(db: Db, customerId: string, at: Date): Promise<void> {
  const times = { createdAt: at, receivedAt: at }
  await db
    .insertInto('billingEvents')
    .values({ id: `ended ${customerId}`, type: 'ended', customerId, state: 'done', ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the customer was ended here within the last months. */
export async function isEndedCustomer(db: Db, customer: string): Promise<boolean> {
  const row = await db.selectFrom('billingEvents').select('id').where('id', '=', `ended ${customer}`).executeTakeFirst()
  return row !== undefined
}

/** Events since the instant of customers that nobody here knows, the oldest first. */
export async function listStrangeBillingEvents(db: Db, since: Date): Promise<BillingEventRow[]> {
  return db
    .selectFrom('billingEvents')
    .selectAll()
    .where('state', '=', 'stranger')
    .where('receivedAt', '>=', since)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()
}

/** Deletes events that were received before the instant and need nothing any more. */
export async function pruneBillingEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('billingEvents').where('receivedAt', '<', before).where('state', '<>', 'waiting').execute()
}

/** A mail about billing, told apart from every other. */
export interface BillingNotice {
  readonly organisation: OrganisationId
  readonly kind: string
  /** Tells one occasion from the next. */
  readonly episode: string
}

/** Takes a mail for whoever sends it; false if somebody did before. */
export async function claimBillingNotice(
  db: Db,
  { organisation, kind, episode }: BillingNotice,
  at: Date,
): Promise<boolean> {
  const added = await db
    .insertInto('billingNotices')
    .values({ organisationId: organisation, kind, episode, sentAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return added !== undefined
}

/** When a mail was sent; undefined: it was not. */
export async function findBillingNotice(
  db: Db,
  { organisation, kind, episode }: BillingNotice,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('billingNotices')
    .select('sentAt')
    .where('organisationId', '=', organisation)
    .where('kind', '=', kind)
    .where('episode', '=', episode)
    .executeTakeFirst()
  return row?.sentAt
}

/** What decides whether an organisation may do everything: when it began, and how it pays. */
export interface BillingStandingRow {
  readonly organisation: OrganisationId
  readonly createdAt: Date
  readonly status: string | null
  readonly statusSince: Date | null
  readonly unfinished: boolean
}

/** Of all organisations, or of some. */
export async function listBillingStandings(
  db: Db,
  organisations?: readonly OrganisationId[],
): Promise<BillingStandingRow[]> {
  const all = db
    .selectFrom('organisations')
    .leftJoin('billingAccounts', 'billingAccounts.organisationId', 'organisations.id')
    .select([
      'organisations.id as organisation',
      'organisations.createdAt',
      'billingAccounts.status',
      'billingAccounts.statusSince',
      'billingAccounts.unfinished',
    ])
    .orderBy('organisations.createdAt')
  const rows = await (organisations ? all.where('organisations.id', 'in', [...organisations]) : all).execute()
  return rows.map((row) => ({ ...row, unfinished: row.unfinished ?? false }))
}
