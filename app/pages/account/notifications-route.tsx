import { href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { signedIn } from '../../guards/signed-in.server.ts'
import type { Route } from './+types/notifications-route.ts'
import { readNotifications } from './change-profile.server.ts'
import { NotificationsPage } from './notifications-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const [settings, { email }] = await Promise.all([
    context.get(servicesContext).run('notifications.get'),
    signedIn(context.get(identityContext)),
  ])
  return { settings, email }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { run } = context.get(servicesContext)
  await run('notifications.save', readNotifications(await request.formData(), await run('notifications.get')))
  return redirect(`${href('/account/notifications')}?done=notifications`)
})

export default function NotificationsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Notifications</PageTitle>
      <NotificationsPage {...loaderData} />
    </>
  )
}
