import { href, redirect } from 'react-router'
import { instantText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/inbox-route.ts'
import { InboxPage } from './inbox-page.tsx'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  const { run } = context.get(servicesContext)
  const before = url.searchParams.get('before')
  const isInstant = before !== null && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(before)
  const [{ entries, unread, hasMore }, { zone }, language] = await Promise.all([
    run('inbox.list', isInstant ? { before } : {}),
    run('profile.get'),
    pageLanguage(context),
  ])
  return {
    unread,
    older: hasMore ? entries.at(-1)?.at : undefined,
    entries: entries.map(({ at, mail, ...entry }) => ({
      ...entry,
      mail,
      at: instantText(at, zone || 'UTC', language),
    })),
    isInUtc: zone === '',
  }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const entry = formText(form, 'entry')
  await context.get(servicesContext).run('inbox.read', entry === '' ? {} : { entries: [entry] })
  return redirect(href('/account/inbox'))
})

export default function InboxRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('frame.inbox')}</PageTitle>
      <InboxPage {...loaderData} />
    </>
  )
}
