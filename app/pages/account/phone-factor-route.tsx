import { data, href, redirect } from 'react-router'
import { identityContext, servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/phone-factor-route.ts'
import { afterFactor } from './after-factor.server.ts'
import { changePhoneFactor } from './phone-factor.server.ts'
import { PhoneFactorPage } from './phone-factor-page.tsx'

/** What was sent is in the address, so that the page survives a reload. */
export const loader = guarded(async ({ context, request }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const [factor, challenge] = [search.get('factor'), search.get('challenge')]
  const { codeLength } = await context.get(identityContext).offers()
  return { sent: factor && challenge ? { factor, challenge } : undefined, codeLength: codeLength.phoneFactor }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const outcome = await changePhoneFactor(context.get(identityContext).auth, form)
  switch (outcome.kind) {
    case 'added':
      return redirect(await afterFactor(context.get(servicesContext)))
    case 'sent': {
      const search = new URLSearchParams({ ...outcome.sent, done: 'text-sent' })
      return redirect(`${href('/account/security/phone-factor')}?${search}`)
    }
    case 'refused':
      return data(
        { failure: outcome.refusal.failure, typed: formText(form, 'phone') },
        { status: outcome.refusal.status },
      )
  }
})

export default function PhoneFactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Add a phone as second factor</PageTitle>
      <PhoneFactorPage {...loaderData} failure={actionData?.failure} typed={actionData?.typed ?? ''} />
    </>
  )
}
