import { guarded } from '../../request.server.ts'
import type { Route } from './+types/people-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadPeople } from './people.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadPeople(await openOffice(args)))

export default function PeopleRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
