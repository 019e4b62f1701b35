import { useEffect } from 'react'
import { data } from 'react-router'
import { sendSignedInOn } from '../../guards/leave.server.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import type { Route } from './+types/log-in-route.ts'
import { Sentence, toWay, waysOf } from './auth-form.tsx'
import { logIn } from './enter.server.ts'
import { LogInPage } from './log-in-page.tsx'
import { CodeStep } from './second-step.tsx'
import { failureIn } from './sign-in.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  await sendSignedInOn(args)
  const search = args.url.searchParams
  const offers = await args.context.get(identityContext).offers()
  const offered = waysOf(offers)
  return {
    offers,
    offered,
    way: toWay(search.get('way'), offered),
    address: search.get('email') ?? '',
    sent: search.get('sent'),
    again: Number(search.get('again')) || 0,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await logIn(args, form)
  if (outcome instanceof Response) return outcome
  return data(
    { failure: await failureIn(args, outcome), address: formText(form, 'address') },
    { status: outcome.status },
  )
})

export default function LoginRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, way, again, offers } = loaderData
  useEffect(() => void forgetDevice(), [])
  const failure = actionData?.failure
  const t = useWords()
  if (sent === null)
    return <LogInPage {...loaderData} address={actionData?.address ?? loaderData.address} failure={failure} />
  const length = sent.includes('@') ? offers.codeLength.email : offers.codeLength.sms
  return (
    <CodeStep
      again={again}
      changeTo={`?${new URLSearchParams({ way, email: sent })}`}
      codeLength={offers.codeLength}
      failure={failure}
      intro={<Sentence text={t(way === 'link' ? 'sent.link' : 'sent.code', { address: sent, digits: length ?? 0 })} />}
      mailbox={offers.mailbox}
      sent={sent}
      submit={t('signIn')}
      values={{ way }}
    />
  )
}

/** Whoever signed out here gets no more messages on this device: the push service refuses the next one, and its entry goes. */
async function forgetDevice(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration('/')
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // A browser without messages has none to end.
  }
}
