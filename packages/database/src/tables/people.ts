import { AppError, type PersonId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { AvatarsTable, PeopleTable } from '../identity-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** A person who signs in, as stored. */
export type PersonRow = Selectable<PeopleTable>

/** The initial data of a person; the address is confirmed by the auth service, or empty. */
export interface NewPerson {
  readonly id: PersonId
  readonly email: string
  readonly name: string
  readonly hasFactor?: boolean | undefined
}

/** The columns that may change later; `notifications` replaces the whole object. */
export interface PersonChange {
  readonly name?: string
  readonly language?: string
  readonly zone?: string | null
  readonly notifications?: Readonly<Record<string, unknown>>
}

/** Adds the person, or updates a known one's changed address and factor; the name stays unchanged. */
export async function savePerson(db: Db, { hasFactor, ...given }: NewPerson): Promise<PersonRow> {
  const factor = hasFactor === undefined ? {} : { hasFactor }
  const person = { ...given, ...factor }
  return db
    .insertInto('people')
    .values({ ...person, notifications: toJson({}) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ email: person.email, ...factor, updatedAt: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The person, if known. */
export async function findPerson(db: Db, id: PersonId): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws `not_found`. */
export async function readPerson(db: Db, id: PersonId): Promise<PersonRow> {
  return (await findPerson(db, id)) ?? missing()
}

/** The person with the confirmed address, in lower case; the oldest account if there are several. */
export async function findPersonByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Throws `not_found`. */
export async function updatePerson(
  db: Db,
  id: PersonId,
  { notifications, ...change }: PersonChange,
): Promise<PersonRow> {
  const row = await db
    .updateTable('people')
    .set({
      ...change,
      ...(notifications === undefined ? {} : { notifications: toJson(notifications) }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? missing()
}

/** Serialises transactions that change what belongs to the person. Throws `not_found`. */
export async function lockPerson(db: Db, id: PersonId): Promise<PersonRow> {
  return (await db.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? missing()
}

function missing(): never {
  throw new AppError('not_found', 'This account does not exist any more. Sign in again.')
}

/** A picture as earlier versions kept it. */
export type AvatarRow = Selectable<AvatarsTable>

/** People whose picture is still kept here. */
export async function listOldAvatars(db: Db): Promise<PersonId[]> {
  const rows = await db.selectFrom('avatars').select('personId').execute()
  return rows.map(({ personId }) => personId)
}

/** Takes the picture out of here. */
export async function takeOldAvatar(db: Db, person: PersonId): Promise<AvatarRow | undefined> {
  return await db.deleteFrom('avatars').where('personId', '=', person).returningAll().executeTakeFirst()
}

/** The fingerprint in the address of the person's picture, without loading the picture. */
export async function findPictureFingerprint(db: Db, person: PersonId): Promise<string | undefined> {
  const row = await db
    .selectFrom('storageObjects')
    .select(sql<string>`left(sha256, 16)`.as('fingerprint'))
    .where('bucket', '=', 'avatars')
    .where('personId', '=', person)
    .executeTakeFirst()
  return row?.fingerprint
}

/** Replaces all of the person's codes by these. */
export async function replaceRecoveryCodes(db: Db, person: PersonId, codeHashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('personId', '=', person).execute()
  if (codeHashes.length === 0) return
  await db
    .insertInto('recoveryCodes')
    .values(codeHashes.map((codeHash) => ({ personId: person, codeHash })))
    .execute()
}

/** Uses the code up; true for the first call only. */
export async function takeRecoveryCode(
  db: Db,
  { person, codeHash }: { person: PersonId; codeHash: string },
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('personId', '=', person)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return row !== undefined
}

/** How many codes the person has not used yet. */
export async function countRecoveryCodes(db: Db, person: PersonId): Promise<number> {
  const rows = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('personId', '=', person)
    .where('usedAt', 'is', null)
    .execute()
  return rows.length
}
