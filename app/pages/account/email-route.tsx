import { data, href, redirect } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { callbackUrl } from '../../guards/leave.server.ts'
import type { Route } from './+types/email-route.ts'
import { changeEmail, readEmail } from './change-email.server.ts'
import { EmailPage } from './email-page.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  return { email: await readEmail(context.get(identityContext).auth) }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const confirmed = callbackUrl(request, `${href('/account/security')}?done=email-changed`)
  const outcome = await changeEmail(context.get(identityContext).auth, form, confirmed)
  if ('done' in outcome) {
    const page = outcome.done === 'email-changed' ? href('/account/security') : href('/account/security/email')
    return redirect(`${page}?done=${outcome.done}`)
  }
  const typed = { email: formText(form, 'email'), address: formText(form, 'address') }
  return data({ failure: outcome.failure, typed }, { status: outcome.status })
})

export default function EmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>E-mail address</PageTitle>
      <EmailPage
        {...loaderData}
        failure={actionData?.failure}
        typed={actionData?.typed ?? { email: '', address: '' }}
      />
    </>
  )
}
