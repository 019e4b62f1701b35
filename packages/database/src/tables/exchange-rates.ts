import type { Day } from '@tillsight/core/days'
import type { Selectable } from 'kysely'
import type { Db, ExchangeRatesTable } from '../schema.ts'

/** Units of `quote` for one unit of `base` on a day. */
export type ExchangeRateRow = Selectable<ExchangeRatesTable>

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 10_000

/** Adds rates; a rate of the same day is replaced. */
export async function saveExchangeRates(db: Db, rates: readonly ExchangeRateRow[]): Promise<void> {
  for (let start = 0; start < rates.length; start += rowsPerStatement) {
    await db
      .insertInto('exchangeRates')
      .values(rates.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['base', 'quote', 'day']).doUpdateSet((eb) => ({ rate: eb.ref('excluded.rate') })),
      )
      .execute()
  }
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
