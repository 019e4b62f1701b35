// Every row of both stores after the import: how many there are, and for each column a sum of hashes, whatever their order.
import { tables } from '@tillsight/warehouse'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Case, hashOf, normalise, stableJson } from './case.ts'
import type { FrozenProduct } from './product.ts'
import { begins } from './shifted-clock.ts'

/** In the order of writes, another word for the shop, or a hash of the rest with the times in it. */
const meaningless = new Set(['shop_id', 'version', 'is_deleted', 'content_hash'])

/** The warehouse's tables by shop, and PostgreSQL's. */
export async function* factCases(product: FrozenProduct): AsyncIterable<Case> {
  const shops = await product.runtime.stores.database.kysely.selectFrom('shops').select(['id', 'domain']).execute()
  for (const { id, domain } of shops) {
    const warehouse = product.runtime.stores.warehouse.for(id)
    for (const { name, columns } of tables) {
      const known = Object.entries(columns).filter(([column]) => !meaningless.has(column))
      const sums = known.map(([column, type]) => `toString(sum(cityHash64(${valueSql(column, type)}))) AS of_${column}`)
      const whole = known.map(([column, type]) => valueSql(column, type)).join(', ')
      const query = `SELECT toString(count()) AS rows, toString(sum(cityHash64(${whole}))) AS whole_rows, ${sums.join(', ')}
        FROM ${name} WHERE shop_id = {shop:UUID}`
      const [found] = await warehouse.read({ sql: query, params: {} }, z.record(z.string(), z.string()))
      yield { key: `warehouse/${domain}/${name}`, text: stableJson(found) }
    }
  }
  yield* databaseCases(product)
}

/**
 * Cut out of texts: ports, what addresses of pictures are signed with, instants of the day of the run, and when a store's
 * answer was made, which is the machine's time.
 */
const passing =
  '"seenAt":"[^"]*"|(localhost|127[.]0[.]0[.]1):[0-9]+|[?](oe|x-expires)=[^ "]+|2026-05-14T[0-9:.]+(Z|[+-][0-9:]+)?'

/** Times of the run count as its beginning. */
function valueSql(column: string, type: string): string {
  const bare = type.replace(/ CODEC.*$/, '')
  if (bare === 'String') return `replaceRegexpAll(${column}, '${passing}', '')`
  if (!bare.startsWith('DateTime')) return `toString(${column})`
  return `toString(least(${column}, parseDateTime64BestEffort('${begins}', 3, 'UTC')))`
}

/** Tables of what the installation is and does, and no facts. */
const notFacts =
  /^(?:auth_|kysely_|job_progress|frozen_|installation$|pending_connects$|people$|fact_versions$|sync_states$)/

/** Sealed with another nonce each time. */
const sealed = /\\\\x[0-9a-f]{20,}/g

async function* databaseCases({ runtime }: FrozenProduct): AsyncIterable<Case> {
  const db = runtime.stores.database.kysely
  const { rows: names } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db)
  for (const { name } of names) {
    if (notFacts.test(name)) continue
    const { rows } = await sql<{
      row: string
    }>`SELECT to_jsonb(each)::text AS row FROM ${sql.table(name)} each`.execute(db)
    const lines = rows.map(({ row }) => normalise(row.replace(sealed, '<bytes>'))).toSorted()
    const shown = lines.length <= 100 ? lines : [...lines.slice(0, 50), `… all: ${hashOf(lines.join('\n'))}`]
    yield { key: `database/${name}`, text: [`${lines.length} rows`, ...shown].join('\n') }
  }
}
