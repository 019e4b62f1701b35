import type { DayRange } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { AnnotationsTable } from '../dashboard-schema.ts'
import type { Db } from '../schema.ts'
import type { PreferenceKey } from './preferences.ts'

/** A note on a shop day. */
export type AnnotationRow = Selectable<AnnotationsTable>

/** What a note is written with. */
export type NewAnnotation = Omit<AnnotationRow, 'id' | 'createdAt'>

/** A note with the name of whoever wrote it. */
export interface SignedAnnotationRow extends AnnotationRow {
  readonly authorName: string
}

/** Writes a note. */
export async function createAnnotation(db: Db, annotation: NewAnnotation): Promise<AnnotationRow> {
  return db.insertInto('annotations').values(annotation).returningAll().executeTakeFirstOrThrow()
}

/** What the person can see: their own notes and the shared ones; the `limit` newest of them, the oldest day first. */
export async function listAnnotations(
  db: Db,
  key: PreferenceKey,
  { from, to, limit }: DayRange & { readonly limit: number },
): Promise<SignedAnnotationRow[]> {
  const newest = await visible(db, key)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('annotations.createdAt', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(limit)
    .execute()
  return newest.reverse()
}

/** The note, if the person can see it. */
export async function findAnnotation(db: Db, key: PreferenceKey, id: string): Promise<SignedAnnotationRow | undefined> {
  return visible(db, key).where('annotations.id', '=', id).executeTakeFirst()
}

/** How many notes the person has written on the shop. */
export async function countAnnotations(db: Db, { personId, shopId }: PreferenceKey): Promise<number> {
  const { count } = await db
    .selectFrom('annotations')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('personId', '=', personId)
    .where('shopId', '=', shopId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes the note away. */
export async function deleteAnnotation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('annotations').where('id', '=', id).execute()
}

function visible(db: Db, { personId, shopId }: PreferenceKey) {
  return db
    .selectFrom('annotations')
    .innerJoin('people', 'people.id', 'annotations.personId')
    .selectAll('annotations')
    .select('people.name as authorName')
    .where('shopId', '=', shopId)
    .where((where) => where.or([where('isShared', '=', true), where('personId', '=', personId)]))
}
