import { AppError, type PersonId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { PeopleTable } from '../identity-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** Somebody who signs in, as stored. */
export type PersonRow = Selectable<PeopleTable>

/** What a person starts with; the address is one that the auth service has confirmed, or empty. */
export interface NewPerson {
  readonly id: PersonId
  readonly email: string
  readonly name: string
}

/** What may change later; `notifications` replaces the whole object. */
export interface PersonChange {
  readonly name?: string
  readonly language?: string
  readonly zone?: string | null
  readonly notifications?: Readonly<Record<string, unknown>>
}

/** Adds the person, or follows a changed address of one that is known; the name stays what it was. */
export async function savePerson(db: Db, person: NewPerson): Promise<PersonRow> {
  return db
    .insertInto('people')
    .values({ ...person, notifications: toJson({}) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ email: person.email, updatedAt: sql<Date>`now()` }))
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

/** Whoever has the confirmed address, in lower case; the oldest account where several do. */
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

/** Lets one transaction at a time decide about what belongs to the person. Throws `not_found`. */
export async function lockPerson(db: Db, id: PersonId): Promise<PersonRow> {
  return (await db.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? missing()
}

function missing(): never {
  throw new AppError('not_found', 'This account does not exist any more. Sign in again.')
}
