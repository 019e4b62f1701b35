import { guarded } from '../../request.server.ts'
import type { Route } from './+types/storage-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadStorage } from './readings.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadStorage(await openOffice(args)))

export default function StorageRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
