import type { Day, DayRange } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { Db, ExchangeRatesTable } from '../schema.ts'

/** Units of `quote` for one unit of `base` on a day. */
export type ExchangeRateRow = Selectable<ExchangeRatesTable>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 10_000

/** Saves rates; a rate of the same day is replaced. Returns how many are new or different. */
export async function saveExchangeRates(db: Db, rates: readonly ExchangeRateRow[]): Promise<number> {
  let changed = 0
  for (let start = 0; start < rates.length; start += rowsPerStatement) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('exchangeRates')
      .values(rates.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(['base', 'quote', 'day'])
          .doUpdateSet((eb) => ({ rate: eb.ref('excluded.rate') }))
          .whereRef('exchangeRates.rate', '<>', 'excluded.rate'),
      )
      .executeTakeFirstOrThrow()
    changed += Number(numInsertedOrUpdatedRows)
  }
  return changed
}

/** The rate of the day, or of the last day before it that has one (markets close at weekends). */
export async function findExchangeRate(
  db: Db,
  { base, quote }: { base: string; quote: string },
  day: Day,
): Promise<ExchangeRateRow | undefined> {
  return db
    .selectFrom('exchangeRates')
    .selectAll()
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All rates of a pair, by day. */
export async function listExchangeRates(
  db: Db,
  { base, quote }: { base: string; quote: string },
): Promise<ExchangeRateRow[]> {
  return db
    .selectFrom('exchangeRates')
    .selectAll()
    .where('base', '=', base)
    .where('quote', '=', quote)
    .orderBy('day')
    .execute()
}

/** The last day of each currency that has a rate against `base`. */
export async function listLastRateDays(db: Db, base: string): Promise<ReadonlyMap<string, Day>> {
  const rows = await db
    .selectFrom('exchangeRates')
    .select((eb) => ['quote', eb.fn.max('day').as('day')])
    .where('base', '=', base)
    .groupBy('quote')
    .execute()
  return new Map(rows.map(({ quote, day }) => [quote, day]))
}

/** All rates against `base` on days of a range. */
export async function listStoredRates(db: Db, base: string, { from, to }: DayRange): Promise<ExchangeRateRow[]> {
  return db
    .selectFrom('exchangeRates')
    .selectAll()
    .where('base', '=', base)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
}
