import { AppError } from '@tillsight/core'
import type { ShopVerbs, VerbOutput } from '@tillsight/domain'
import { toCsv } from '../../csv.server.ts'
import type { ShopServices } from '../../services.ts'
import { creditLevel } from './load-rows.server.ts'
import { type CreditQuery, creditRowsInput } from './query.server.ts'

const rowsAtOnce = 1000

/** The table at this address as a file: every row of its level. Throws `invalid_input` for a query that is not possible. */
export async function loadCreditCsv(
  services: Pick<ShopServices, 'shop' | 'run'>,
  query: CreditQuery,
): Promise<{ readonly name: string; readonly text: string }> {
  const { period, choice } = query
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const level = creditLevel(query)
  const asked = { level, parent: undefined, cursor: undefined, limit: rowsAtOnce }
  const { rows } = await services.run('attribution.export', creditRowsInput(query, asked))
  const { from, to } = period.range
  return {
    name: `${services.shop.domain} attribution ${choice.model} ${level} ${from} to ${to}.csv`.replaceAll(
      /[^\w. -]/g,
      '_',
    ),
    text: printCreditCsv(rows),
  }
}

/** Rows below a header row. */
export function printCreditCsv(rows: VerbOutput<ShopVerbs['attribution.export']>['rows']): string {
  return toCsv([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))], 'unix')
}
