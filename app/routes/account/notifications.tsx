import { href, redirect } from 'react-router'
import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { readNotifications } from '../../features/account/change-profile.server.ts'
import { NotificationsPage } from '../../features/account/index.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/notifications.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const { account } = context.get(servicesContext)
  const [settings, { email }] = await Promise.all([account.notifications(), account.profile()])
  return { settings, email }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { account } = context.get(servicesContext)
  await account.saveNotifications(readNotifications(await request.formData(), await account.notifications()))
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
