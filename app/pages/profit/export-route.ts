import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadStatementCsv } from './load-profit.server.ts'

/** The statement as CSV, by the page's address. */
export const loader = fileLoader(async ({ request }: Route.LoaderArgs, services) =>
  loadStatementCsv({ services, state: parseSearch(new URL(request.url).searchParams) }),
)
