import type { PersonId, ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { DigestsTable } from '../deliveries-schema.ts'
import type { Db } from '../schema.ts'

/** A digest that a person wants. */
export type DigestRow = Selectable<DigestsTable>

/** Tells a person's digests apart. */
export interface DigestChoice {
  readonly every: string
  /** Null: over all shops. */
  readonly shopId: ShopId | null
}

/** The digests that the person gets. */
export async function listDigests(db: Db, person: PersonId): Promise<DigestRow[]> {
  return db
    .selectFrom('digests')
    .selectAll()
    .where('personId', '=', person)
    .where('enabled', '=', true)
    .orderBy('every')
    .orderBy('shopId')
    .execute()
}

/** The person gets exactly these from now on; those that they have go on as they are. */
export async function saveDigests(
  db: Db,
  person: PersonId,
  { digests, at }: { readonly digests: readonly DigestChoice[]; readonly at: Date },
): Promise<void> {
  const isSame = (one: DigestChoice, other: DigestChoice) => one.every === other.every && one.shopId === other.shopId
  const before = await listDigests(db, person)
  const ended = before.filter((row) => !digests.some((wanted) => isSame(row, wanted))).map(({ id }) => id)
  if (ended.length > 0) await db.deleteFrom('digests').where('id', 'in', ended).execute()
  for (const wanted of digests.filter((choice) => !before.some((row) => isSame(row, choice)))) {
    await addDigest(db, { ...wanted, personId: person, at })
  }
}

/** Adds a digest, or begins it again where its link had ended it; now, or at the instant. */
export async function addDigest(
  db: Db,
  { at, ...digest }: DigestChoice & { readonly personId: PersonId; readonly at?: Date },
): Promise<void> {
  const begun = { enabled: true, ...(at && { since: at, nextAt: at }) }
  await db
    .insertInto('digests')
    .values({ ...digest, ...begun })
    .onConflict((conflict) => conflict.columns(['personId', 'shopId', 'every']).doUpdateSet(begun))
    .execute()
}

/** The digests to look at now, those that waited longest first. */
export async function listDueDigests(db: Db, at: Date, limit: number): Promise<DigestRow[]> {
  return db
    .selectFrom('digests')
    .selectAll()
    .where('enabled', '=', true)
    .where('nextAt', '<=', at)
    .orderBy('nextAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Looks at a digest again then. */
export async function delayDigest(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('digests').set({ nextAt: until }).where('id', '=', id).execute()
}

/** Looks at all digests of the person again: their time, zone or quiet hours changed. */
export async function wakeDigests(db: Db, person: PersonId, at: Date): Promise<void> {
  await db.updateTable('digests').set({ nextAt: at }).where('personId', '=', person).execute()
}

/** The digest, whether it is sent or ended. */
export async function findDigest(db: Db, id: string): Promise<DigestRow | undefined> {
  return db.selectFrom('digests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends the digest, by the link in one of its mails. */
export async function endDigest(db: Db, id: string): Promise<void> {
  await db.updateTable('digests').set({ enabled: false }).where('id', '=', id).execute()
}
