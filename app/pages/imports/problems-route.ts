import type { RowProblem } from '@tillsight/core'
import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { toCsv } from '../../csv.server.ts'
import type { Route } from './+types/problems-route.ts'

/** All errors in the rows of a file, as CSV. */
export const loader = fileLoader(async ({ params }: Route.LoaderArgs, { shop, run }) => {
  const { problems } = await run('import.problems', { import: params.import })
  return { name: `${shop.domain}-import-problems.csv`, text: printProblemsCsv(problems) }
})

/** Errors by row, as CSV to open beside the file. */
function printProblemsCsv(problems: readonly RowProblem[]): string {
  const rows = problems.map(({ row, field, value, problem, remedy }) => [String(row), field, value, problem, remedy])
  const header = ['row', 'field', 'value', 'problem', 'remedy']
  return toCsv([header, ...rows])
}
