import { guarded } from '../../request.server.ts'
import type { Route } from './+types/activity-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadActivity } from './readings.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadActivity(await openOffice(args)))

export default function ActivityRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
