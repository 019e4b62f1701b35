import { guarded } from '../../request.server.ts'
import type { Route } from './+types/mails-route.ts'
import { ListPage } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadMails } from './readings.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadMails(await openOffice(args)))

export default function MailsRoute({ loaderData }: Route.ComponentProps) {
  return <ListPage page={loaderData} />
}
