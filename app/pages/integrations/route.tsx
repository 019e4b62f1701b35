import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { changeConnections, refuseForm } from '../../blocks/connections/change-connections.server.ts'
import { connectionWords } from '../../blocks/connections/words.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { showToast } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { IntegrationsPage } from './integrations-page.tsx'
import { loadIntegrations } from './load-integrations.server.ts'
import { pageWords } from './words.server.ts'

/** The parts of an action's response, all empty. */
const nothing = { done: undefined, started: undefined, failure: undefined, check: undefined }

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { domain, name, display } = services.shop
  const now = args.context.get(servicesContext).now()
  const page = await loadIntegrations(services, now, new URL(args.request.url).searchParams)
  const { language } = display
  const words = {
    ...pageWords.words(language),
    ...connectionWords.words(language),
    ...serverWords(language, [page.connectors, page.cards]),
  }
  return { words, shop: { domain, name }, ...page }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeConnections(services, form, args.request)
    if (outcome.kind === 'redirect') return redirect(outcome.to, { headers: outcome.headers })
    return outcome.kind === 'done'
      ? { ...nothing, done: outcome.message, started: outcome.connection }
      : { ...nothing, check: outcome.check }
  } catch (refusal) {
    const { failure, status } = await refuseForm(refusal, { services, form })
    return data({ ...nothing, failure }, { status })
  }
})

export default function IntegrationsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { done, started, failure, check } = actionData ?? nothing
  useEffect(() => {
    if (done) showToast(done)
    // Each response is a new object, even with the same text.
  }, [actionData, done])
  const { words, ...page } = loaderData
  return (
    <WordsProvider words={words}>
      <IntegrationsPage {...page} check={check} done={done} failure={failure} started={started} />
    </WordsProvider>
  )
}
