import { data, href, redirect } from 'react-router'
import { sendSignedInOn } from '../../guards/leave.server.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import type { Route } from './+types/challenge-route.ts'
import { ChallengePage } from './challenge-page.tsx'
import { listFactors, passSecondFactor } from './second-factor.server.ts'
import { failureIn } from './sign-in.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const identity = args.context.get(identityContext)
  const person = await identity.person()
  if (!person) throw redirect(href('/auth/login'))
  if (person.isComplete) await sendSignedInOn(args)
  const [factors, { codeLength }] = await Promise.all([listFactors(args), identity.offers()])
  const wanted = args.url.searchParams.get('factor')
  return {
    factors,
    factor: factors.find(({ id }) => id === wanted) ?? factors[0],
    phoneCodeLength: codeLength.phoneFactor,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await passSecondFactor(args, form)
  if (outcome.kind === 'passed') return outcome.response
  const factor = formText(form, 'factor')
  if (outcome.kind === 'sent') return { challenge: outcome.challenge, factor, failure: undefined }
  const failure = await failureIn(args, outcome.refusal)
  return data({ challenge: outcome.challenge, factor, failure }, { status: outcome.refusal.status })
})

export default function MfaRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { factor } = loaderData
  const isSame = actionData?.factor === factor?.id
  return (
    <ChallengePage
      {...loaderData}
      challenge={isSame ? (actionData?.challenge ?? '') : ''}
      failure={actionData?.failure}
    />
  )
}
