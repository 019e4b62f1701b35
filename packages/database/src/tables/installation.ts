import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

type Value = Readonly<Record<string, unknown>>

/** A fact about this installation, such as the fingerprint of its secret. */
export async function findInstallationValue(db: Db, key: string): Promise<Value | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Sets the fact, replacing it. */
export async function saveInstallationValue(db: Db, key: string, value: Value): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value: toJson(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: toJson(value) }))
    .execute()
}
