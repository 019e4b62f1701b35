import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadOrdersCsv } from './load-orders.server.ts'

/** The orders of the page's address as CSV. */
export const loader = fileLoader(async ({ request }: Route.LoaderArgs, services) =>
  loadOrdersCsv({ services, state: parseSearch(new URL(request.url).searchParams) }),
)
