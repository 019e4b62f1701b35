import { data, href, redirect } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import type { Route } from './+types/phone-route.ts'
import { changePhone, readPhoneNumber } from './change-phone.server.ts'
import { PhonePage } from './phone-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [phone, { codeLength }] = await Promise.all([readPhoneNumber(identity.auth), identity.offers()])
  return { phone, codeLength: codeLength.sms }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const outcome = await changePhone(context.get(identityContext).auth, form)
  if ('done' in outcome) {
    const page = outcome.done === 'phone-changed' ? href('/account/security') : href('/account/security/phone')
    return redirect(`${page}?done=${outcome.done}`)
  }
  return data({ failure: outcome.failure, typed: formText(form, 'phone') }, { status: outcome.status })
})

export default function PhoneRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Phone number</PageTitle>
      <PhonePage {...loaderData} failure={actionData?.failure} typed={actionData?.typed ?? ''} />
    </>
  )
}
