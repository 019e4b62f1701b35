import { guarded, servicesContext } from '../../request.server.ts'
import { currentShop } from '../shop/current-shop.server.ts'
import type { Route } from './+types/progress-route.ts'
import { readConnections } from './connections.ts'
import type { ProgressView } from './import-progress.tsx'
import { printConnection } from './print-connection.server.ts'

/** Imports in progress; pages poll it while they show progress. */
export const loader = guarded(async (args: Route.LoaderArgs): Promise<ProgressView> => {
  const services = await currentShop(args)
  const { display } = services.shop
  const printing = { now: args.context.get(servicesContext).now(), language: display.language }
  const importing = (await readConnections(services)).filter(({ status }) => status === 'importing')
  return { importing: importing.map((connection) => printConnection(connection, printing)) }
})
