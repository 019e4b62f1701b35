import type { CostFileKind } from '@tillsight/domain'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/file-route.ts'

/** What stands of one kind of costs as CSV, or the goods without a cost. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const { run } = await currentShop(args)
    await args.context.get(servicesContext).countFile()
    const { kind } = args.params
    // The verb refuses a kind that there is not.
    const { name, csv } = await (kind === 'missing'
      ? run('costs.missing')
      : run('costs.export', { kind: kind as CostFileKind }))
    return csvFile(name, `\uFEFF${csv}`)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
