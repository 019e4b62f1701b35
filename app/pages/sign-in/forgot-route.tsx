import { data, href } from 'react-router'
import { identityContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import type { Route } from './+types/forgot-route.ts'
import { ForgotPage } from './forgot-page.tsx'
import { recover } from './new-password.server.ts'
import { CodeStep } from './second-step.tsx'

export const loader = guarded(async ({ context, url: { searchParams: search } }: Route.LoaderArgs) => {
  const { mailbox, codeLength } = await context.get(identityContext).offers()
  return {
    mailbox,
    codeLength,
    address: search.get('email') ?? '',
    sent: search.get('sent'),
    again: Number(search.get('again')) || 0,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await recover(args, form)
  if (outcome instanceof Response) return outcome
  return data({ failure: outcome.body, address: formText(form, 'address') }, { status: outcome.status })
})

export default function ForgotRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { mailbox, codeLength, sent, again, address } = loaderData
  const failure = actionData?.failure
  if (sent === null) return <ForgotPage address={actionData?.address ?? address} failure={failure} />
  return (
    <CodeStep
      again={again}
      changeTo={`${href('/auth/password/forgot')}?${new URLSearchParams({ email: sent })}`}
      codeLength={codeLength}
      failure={failure}
      intro={
        <>
          If <strong className="font-medium text-ink">{sent}</strong> belongs to an account, a mail is on its way. Open
          its link, or enter the code from it here.
        </>
      }
      mailbox={mailbox}
      sent={sent}
      submit="Continue"
    />
  )
}
