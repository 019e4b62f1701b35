import { guarded } from '../../request.server.ts'
import type { Route } from './+types/connectors-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadConnectors } from './readings.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadConnectors(await openOffice(args)))

export default function ConnectorsRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
