import { guarded } from '../../request.server.ts'
import type { Route } from './+types/organisations-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadOrganisations } from './readings.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadOrganisations(await openOffice(args)))

export default function OrganisationsRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
