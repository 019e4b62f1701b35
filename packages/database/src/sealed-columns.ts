import { isAppError } from '@tillsight/core'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { SecretsBox } from './secrets-box.ts'

/** A column whose values are sealed: what names the owner of each, from the columns of its row. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Columns that find the row again, and that `context` may read. */
  readonly key: readonly string[]
  readonly context: (of: (column: string) => string) => string
}

/** What {@link sealAgain} did with a column. */
export interface SealedAgain {
  readonly table: string
  readonly column: string
  readonly changed: number
  /** Sealed with a secret that is not known any more: left as they are. */
  readonly unreadable: number
}

interface SealedRow {
  readonly sealed: Buffer
  readonly key: Readonly<Record<string, string>>
}

/**
 * Seals the values of a column with the box's present secret that were sealed with an earlier one. A value that the running
 * product replaces meanwhile stays as the product wrote it. Safe to repeat, and to stop at any time.
 */
export async function sealAgain(
  db: Db,
  { table, column, key, context }: SealedColumn,
  box: SecretsBox,
): Promise<SealedAgain> {
  const names = sql.join(key.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}::text`))
  const { rows } = await sql<SealedRow>`
    SELECT ${sql.ref(column)} AS sealed, json_build_object(${names}) AS key
    FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`.execute(db)
  let changed = 0
  let unreadable = 0
  for (const { sealed, key: found } of rows.filter((row) => box.isOutdated(row.sealed))) {
    const owner = context((name) => found[name] ?? '')
    const plain = openOr(box, sealed, owner)
    if (plain === undefined) {
      unreadable += 1
      continue
    }
    const same = sql.join(
      key.map((name) => sql`${sql.ref(name)}::text = ${found[name] ?? ''}`),
      sql` AND `,
    )
    const { numAffectedRows = 0n } = await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${Buffer.from(box.seal(plain, owner))}
      WHERE ${same} AND ${sql.ref(column)} = ${sealed}`.execute(db)
    changed += Number(numAffectedRows)
  }
  return { table, column, changed, unreadable }
}

function openOr(box: SecretsBox, sealed: Buffer, owner: string): string | undefined {
  try {
    return box.open(sealed, owner)
  } catch (error) {
    if (isAppError(error) && error.code === 'unavailable') return undefined
    throw error
  }
}
