import type { Customer } from './accounts.ts'
import type { Dates } from './check-query.ts'
import type { Figures } from './figures.ts'
import type { Query } from './gaql.ts'
import type { World } from './options.ts'

/** A question to one account, once it is known to be allowed. */
export interface Question {
  readonly world: World
  readonly figures: Figures
  readonly customer: Customer
  readonly query: Query
  readonly dates: Dates | undefined
}
