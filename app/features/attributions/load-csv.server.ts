import { AppError } from '@tillsight/core'
import type { ShopServices } from '../../services.ts'
import { creditLevel } from './load-rows.server.ts'
import { type CreditQuestion, creditRowsInput } from './question.server.ts'

const rowsAtOnce = 1000

/** The table of the address as a file: every row of its level. Throws `invalid_input` that says what cannot be asked. */
export async function loadCreditCsv(
  services: Pick<ShopServices, 'shop' | 'attributionCsv'>,
  question: CreditQuestion,
): Promise<{ readonly name: string; readonly text: string }> {
  const { period, choice } = question
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const level = creditLevel(question)
  const asked = { level, parent: undefined, cursor: undefined, limit: rowsAtOnce }
  const text = await services.attributionCsv(creditRowsInput(question, asked))
  const { from, to } = period.range
  return {
    name: `${services.shop.domain} attribution ${choice.model} ${level} ${from} to ${to}.csv`.replaceAll(
      /[^\w. -]/g,
      '_',
    ),
    text,
  }
}
