import { href, redirect } from 'react-router'
import { ageText, instantText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { useText } from '../../language/index.ts'
import { formText, guarded, languageContext, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/assistants-route.ts'
import { AssistantsPage } from './assistants-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const language = await context.get(languageContext)()
  const [all, shops, { zone }] = await Promise.all([
    services.assistants.list(),
    services.listShops(),
    services.run('profile.get'),
  ])
  return {
    address: services.assistants.address,
    assistants:
      all?.map(({ shops: ids, grantedAt, usedAt, ...assistant }) => ({
        ...assistant,
        shops: ids === 'all' ? ('all' as const) : shops.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
        since: instantText(grantedAt, zone || 'UTC', language),
        used: usedAt && ageText(usedAt, services.now(), language),
      })) ?? null,
  }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  await context.get(servicesContext).assistants.cutOff(formText(form, 'client'))
  return redirect(`${href('/account/assistants')}?done=cut-off`)
})

export default function AssistantsRoute({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <PageTitle>{t('assistants.connected')}</PageTitle>
      <AssistantsPage {...loaderData} />
    </>
  )
}
