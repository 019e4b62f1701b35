import type { CostFileKind } from '@tillsight/domain'
import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import type { Route } from './+types/file-route.ts'

/** What stands of one kind of costs as CSV, or the goods without a cost. */
export const loader = fileLoader(async ({ params: { kind } }: Route.LoaderArgs, { run }) => {
  // The verb refuses a kind that there is not.
  const { name, csv } = await (kind === 'missing'
    ? run('costs.missing')
    : run('costs.export', { kind: kind as CostFileKind }))
  return { name, text: `\uFEFF${csv}` }
})
