import { data, href, redirect } from 'react-router'
import { formText, guarded } from '../../request.server.ts'
import { currentShop } from '../shop/current-shop.server.ts'
import type { Route } from './+types/route.ts'
import { changeViews } from './views.server.ts'

/** Saves, removes and chooses views. Scripts receive the outcome; forms without them are redirected to the resulting page. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  const { outcome, to } = await changeViews(services, form)
  if (formText(form, 'by') === 'script') return data(outcome)
  if (outcome.done === 'nothing') throw data({ message: outcome.failure }, { status: 400, statusText: 'Bad Request' })
  return redirect(to)
})

export function loader({ params }: Route.LoaderArgs) {
  return redirect(href('/shop/:domain', params))
}
