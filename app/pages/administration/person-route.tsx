import { data, href, redirect, redirectDocument } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { beginSupport } from '../../guards/support-cookie.ts'
import { formText, guarded, identityContext, signedIn } from '../../request.server.ts'
import type { Route } from './+types/person-route.ts'
import { openOffice } from './open.server.ts'
import { changePerson, loadPerson } from './people.server.ts'
import { PersonPage } from './person-page.tsx'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const office = await openOffice(args)
  const { id } = await signedIn(args.context.get(identityContext))
  return loadPerson(office, args.params.person, id)
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const office = await openOffice(args)
  const form = await args.request.formData()
  const { person } = args.params
  try {
    const outcome = await changePerson(office, person, form)
    if (outcome.kind === 'visit') {
      return redirectDocument('/', { headers: { 'Set-Cookie': beginSupport(outcome.token, outcome.endsAt) } })
    }
    const to = outcome.kind === 'deleted' ? href('/admin/people') : href('/admin/people/:person', { person })
    return redirect(`${to}?${new URLSearchParams({ done: outcome.done })}`)
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, office)
    return data({ failure: body, intent: formText(form, 'intent') }, { status })
  }
})

export default function PersonRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonPage failed={actionData} person={loaderData} />
}
