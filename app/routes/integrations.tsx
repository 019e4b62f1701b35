import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { servicesContext } from '../context.ts'
import { guarded, toFormFailure } from '../failures.server.ts'
import { changeConnections, typedValues } from '../features/connections/change-connections.server.ts'
import { IntegrationsPage } from '../features/connections/index.ts'
import { loadIntegrations } from '../features/connections/load-integrations.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { formText } from '../form-text.ts'
import { PageTitle } from '../shell/index.ts'
import { showToast } from '../ui/index.ts'
import type { Route } from './+types/integrations.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { domain, name } = services.shop
  const now = args.context.get(servicesContext).now()
  return { shop: { domain, name }, ...(await loadIntegrations(services, now, new URL(args.request.url).searchParams)) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeConnections(services, form)
    if (outcome.kind === 'redirect') return redirect(outcome.to)
    return { done: outcome.message, failure: undefined }
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
    const isManual = formText(form, 'intent') === 'keys'
    const failure = { ...body, connector: formText(form, 'connector'), isManual, values: typedValues(services, form) }
    return data({ done: undefined, failure }, { status })
  }
})

export default function IntegrationsRoute({ loaderData, actionData }: Route.ComponentProps) {
  useEffect(() => {
    if (actionData?.done) showToast(actionData.done)
  }, [actionData])
  return (
    <>
      <PageTitle>Integrations</PageTitle>
      <IntegrationsPage {...loaderData} done={actionData?.done} failure={actionData?.failure} />
    </>
  )
}
