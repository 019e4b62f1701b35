import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/notifications-route.ts'
import { loadNotifications, readDigests, readNotifications } from './notifications.server.ts'
import { NotificationsPage } from './notifications-page.tsx'
import { useWords } from './words.ts'

export const loader = guarded(({ context }: Route.LoaderArgs) => loadNotifications(context))

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { run } = context.get(servicesContext)
  const form = await request.formData()
  const page = href('/account/notifications')
  try {
    if (formText(form, 'intent') === 'send') {
      const [digest] = readDigests(form)
      if (digest) await run('digest.send', digest)
      return redirect(`${page}?done=digest-sent`)
    }
    const subscription = formText(form, 'subscription')
    if (formText(form, 'intent') === 'push-test') {
      await run('push.test', { subscription })
      return redirect(`${page}?done=push-sent`)
    }
    if (formText(form, 'intent') === 'push-remove') {
      await run('push.unsubscribe', { subscription })
      return redirect(`${page}?done=push-removed`)
    }
    await run('notifications.save', readNotifications(form, await run('notifications.get')))
    await run('digest.save', { digests: readDigests(form) })
    return redirect(`${page}?done=notifications`)
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: await pageLanguage(context) })
    return data({ failure: { ...body, remedy: null, reasons: [] } }, { status })
  }
})

export default function NotificationsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('frame.notifications')}</PageTitle>
      <NotificationsPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}
