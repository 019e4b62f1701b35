import { data } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { textFor } from '../../language/text-for.server.ts'
import { guarded, identityContext, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { decideConsent, loadConsent } from './consent.server.ts'
import { ConsentPage, RefusedPage } from './consent-page.tsx'

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  const refused = url.searchParams.get('refused')
  if (refused !== null) return { refused: refused === 'invalid_client' ? ('client' as const) : ('address' as const) }
  const { auth } = context.get(identityContext)
  return { model: await loadConsent(context.get(servicesContext), auth, url.searchParams) }
})

export const action = guarded(async ({ context, request, url }: Route.ActionArgs) => {
  const { auth } = context.get(identityContext)
  const authorization = url.searchParams.get('authorization_id') ?? ''
  const form = await request.formData()
  const language = await pageLanguage(context)
  const decided = { form, authorization, language, text: textFor(language) }
  const { outcome, status } = await decideConsent(context.get(servicesContext), auth, decided)
  return data(outcome, { status })
})

/** Once it is decided the request is over, so there is nothing to load again. */
export function shouldRevalidate({ actionResult }: { readonly actionResult?: unknown }): boolean {
  return !(typeof actionResult === 'object' && actionResult !== null && 'to' in actionResult)
}

export { ErrorPage as ErrorBoundary }

export default function ConnectAssistantRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { model, refused } = loaderData
  return model ? <ConsentPage model={model} outcome={actionData ?? {}} /> : <RefusedPage why={refused} />
}
