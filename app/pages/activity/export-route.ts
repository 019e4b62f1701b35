import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { toCsv } from '../../csv.server.ts'
import { servicesContext } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { loadActivityLines } from './activity.server.ts'

/** The entries of the page's address as CSV. */
export const loader = fileLoader(async ({ context, request }: Route.LoaderArgs, { shop }) => {
  const run = await context.get(servicesContext).inOrganisation(shop.organisation)
  const lines = await loadActivityLines(run, new URL(request.url).searchParams, shop.zone)
  return { name: 'activity.csv', text: toCsv(lines) }
})
