import type { DayRange } from '@tillsight/core/days'
import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { spanOf } from './calendar.ts'
import { conversionOf } from './conversion.ts'
import { clockSql } from './ledger-sql.ts'
import type { Scope } from './query.ts'
import { createBinder } from './statement.ts'

/** `WITH …` that names `day_rate` for rows of the ledger, 0 where there is none, with what it binds. */
export interface DayRate {
  readonly clock: string
  readonly params: CompiledQuery['params']
}

/**
 * For statements over the ledger that are no questions: the rate of each row by its shop day, exactly as answers convert.
 * Undefined where nothing has to be converted.
 */
export function dayRate(
  range: DayRange,
  currency: string | undefined,
  scope: Pick<Scope, 'zone' | 'currency' | 'rates'>,
): DayRate | undefined {
  const conversion = conversionOf(currency === undefined ? {} : { currency }, scope, [range])
  if (!conversion) return undefined
  const binder = createBinder()
  const clock = clockSql({ span: spanOf(range, scope.zone), conversion }, binder)
  return { clock, params: binder.params }
}
