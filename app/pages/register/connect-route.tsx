import type { ConnectorView } from '@tillsight/domain'
import { data, href, Link, type RouterContextProvider, redirect } from 'react-router'
import { changeConnections, refuseForm } from '../../blocks/connections/change-connections.server.ts'
import { ConnectForm, firstValues } from '../../blocks/connections/connect-ways.tsx'
import { readConnections } from '../../blocks/connections/connections.ts'
import { connectionWords } from '../../blocks/connections/words.server.ts'
import { RegisterSteps, StepHeader } from '../../blocks/register-steps/register-steps.tsx'
import { useRegisterWords } from '../../blocks/register-steps/words.ts'
import { guard } from '../../guards/guard.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/connect-route.ts'
import { toRegistering } from './to-registering.server.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-tenant')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await shopToConnect(args)
  const { domain, name } = services.shop
  const [connector, language] = await Promise.all([storeConnectorOf(services), pageLanguage(args.context)])
  return {
    domain,
    name,
    connector,
    words: { ...connectionWords.words(language), ...serverWords(language, connector) },
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await shopToConnect(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeConnections(services, form, args.request)
    if (outcome.kind === 'redirect') return redirect(outcome.to, { headers: outcome.headers })
    return redirect(href('/shop/:domain/setup/done', { domain: services.shop.domain }))
  } catch (refusal) {
    const { failure, status } = await refuseForm(refusal, { services, form })
    return data({ failure }, { status })
  }
})

export default function RegisterConnectRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { connector, domain, name, words } = loaderData
  const failure = actionData?.failure
  const t = useRegisterWords()
  return (
    <>
      <RegisterSteps current="store" />
      <StepHeader intro={t('store.intro', { name })} title={t('store.title')} />
      <h2 className="sr-only">{t('store.heading')}</h2>
      <WordsProvider words={words}>
        <ConnectForm
          connector={connector}
          domain={domain}
          failure={failure}
          values={failure?.values ?? firstValues(connector, domain)}
        />
      </WordsProvider>
      <p className="mt-6 text-center">
        <Link
          className="rounded-sm font-medium text-soft underline decoration-edge/60 underline-offset-3 hover:text-ink"
          to={href('/shop/:domain', { domain })}
        >
          {t('store.skip')}
        </Link>
      </p>
    </>
  )
}

/** The shop in `?shop=`; redirects back a step if it is not one of the person's. */
async function shopToConnect(asking: {
  readonly context: Readonly<RouterContextProvider>
  readonly url: URL
}): Promise<ShopServices> {
  await toRegistering(asking)
  const domain = asking.url.searchParams.get('shop') ?? ''
  const shop = domain === '' ? undefined : await asking.context.get(servicesContext).shop(domain)
  if (!shop) throw redirect(href('/register'))
  return shop
}

/** The connector of the shop's store; redirects to the shop if the store is already connected. */
async function storeConnectorOf(services: ShopServices): Promise<ConnectorView> {
  const { domain, platform } = services.shop
  const [connectors, connections] = await Promise.all([services.run('connector.list'), readConnections(services)])
  const connector = connectors.find(({ id }) => id === platform)
  if (!connector) throw redirect(href('/shop/:domain/integrations', { domain }))
  const isConnected = connections.some(
    (connection) => connection.connector === platform && connection.status !== 'broken',
  )
  if (isConnected) throw redirect(href('/shop/:domain', { domain }))
  return connector
}
