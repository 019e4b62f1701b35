import { data } from 'react-router'
import { RegisterSteps } from '../../blocks/register-steps/register-steps.tsx'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import { sendSignedInOn } from '../../guards/leave.server.ts'
import type { Route } from './+types/sign-up-route.ts'
import { CodeStep } from './second-step.tsx'
import { signUp } from './sign-up.server.ts'
import { SignUpPage } from './sign-up-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  await sendSignedInOn(args)
  const search = args.url.searchParams
  return {
    offers: await args.context.get(identityContext).offers(),
    isInvited: search.has('invited'),
    address: search.get('email') ?? '',
    sent: search.get('sent'),
    again: Number(search.get('again')) || 0,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await signUp(args, form)
  if (outcome instanceof Response) return outcome
  const values = { name: formText(form, 'name'), address: formText(form, 'address') }
  return data({ failure: outcome.body, values }, { status: outcome.status })
})

export default function RegisterRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { offers, sent, again, isInvited, address } = loaderData
  const failure = actionData?.failure
  return (
    <>
      {!isInvited && offers.signUp && <RegisterSteps current="account" />}
      {sent === null ? (
        <SignUpPage failure={failure} offers={offers} values={actionData?.values ?? { name: '', address }} />
      ) : (
        <CodeStep
          again={again}
          changeTo={`?${new URLSearchParams({ email: sent })}`}
          codeLength={offers.codeLength}
          failure={failure}
          intro={<Intro sent={sent} />}
          mailbox={offers.mailbox}
          sent={sent}
          submit="Confirm"
        />
      )}
    </>
  )
}

function Intro({ sent }: { readonly sent: string }) {
  return (
    <>
      We sent a message to <strong className="font-medium text-ink">{sent}</strong>.{' '}
      {sent.includes('@') ? 'Open its link, or enter the code from it here.' : 'Enter the code from it.'} If you have an
      account already, sign in instead.
    </>
  )
}
