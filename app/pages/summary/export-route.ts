import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { servicesContext } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { loadCsv } from './export/load-csv.server.ts'

/** A widget's figures as CSV: the summary's address, with `metrics` and `by`. */
export const loader = fileLoader(
  async ({ context, request }: Route.LoaderArgs, services) =>
    loadCsv(services, new URL(request.url).searchParams, context.get(servicesContext).now()),
  { inPageLanguage: true },
)
