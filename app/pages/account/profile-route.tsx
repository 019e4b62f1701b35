import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { useBrowserZone } from '../../blocks/shop/browser-zone.ts'
import { listZones } from '../../blocks/shop/choices.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { formText, guarded, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import type { Route } from './+types/profile-route.ts'
import { changeProfile, readProfile } from './change-account.server.ts'
import { ProfilePage } from './profile-page.tsx'
import { accountWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const [{ name, language, zone }, { avatarUrl }] = await Promise.all([
    context.get(servicesContext).run('profile.get'),
    signedIn(context.get(identityContext)),
  ])
  return { profile: { name, language, zone, pictureUrl: avatarUrl }, zones: listZones() }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  try {
    const say = accountWords.say(await pageLanguage(context))
    const done = await changeProfile(context.get(servicesContext), form, say)
    return redirect(`${href('/account/profile')}?done=${done}`)
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: await pageLanguage(context) })
    const typed = formText(form, 'intent') === 'profile' ? readProfile(form) : undefined
    return data({ failure: { ...body, remedy: null, reasons: [] }, typed }, { status })
  }
})

export default function ProfileRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, zones } = loaderData
  const browserZone = useBrowserZone(zones)
  return (
    <>
      <PageTitle>{useWords()('frame.profile')}</PageTitle>
      <ProfilePage
        browserZone={browserZone}
        failure={actionData?.failure}
        profile={profile}
        typed={actionData?.typed}
        zones={zones}
      />
    </>
  )
}
