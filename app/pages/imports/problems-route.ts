import type { RowProblem } from '@tillsight/core'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile, toCsv } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/problems-route.ts'

/** All errors in the rows of a file, as CSV. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const services = args.context.get(servicesContext)
    const shop = await currentShop(args)
    await services.countFile()
    const { problems } = await shop.run('import.problems', { import: args.params.import })
    return csvFile(`${shop.shop.domain}-import-problems.csv`, printProblemsCsv(problems))
  } catch (failure) {
    return toProblem(failure, args)
  }
}

/** Errors by row, as CSV to open beside the file. */
function printProblemsCsv(problems: readonly RowProblem[]): string {
  const rows = problems.map(({ row, field, value, problem, remedy }) => [String(row), field, value, problem, remedy])
  const header = ['row', 'field', 'value', 'problem', 'remedy']
  return toCsv([header, ...rows])
}
