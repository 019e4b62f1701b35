import { data, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/route.ts'
import { changeAlerts, loadAlerts, loadQuiet, placeOf, toAlertFailure } from './alerts.server.ts'
import { AlertsPage } from './alerts-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const quiet = await loadQuiet(args.context.get(servicesContext).run)
  const { shop, may, run } = services
  const { language } = shop.display
  const model = await loadAlerts(run, { place: placeOf(services), quiet })
  return {
    model,
    mayUseSlack: may.useSlack,
    domain: shop.domain,
    words: { ...pageWords.words(language), ...serverWords(language, model.slack) },
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    await changeAlerts(run, form, shop.display.language)
  } catch (refusal) {
    const { failure, status } = toAlertFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
  return redirect(args.url.pathname)
})

export default function AlertsRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData, actionData }: Route.ComponentProps) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-soft">{t('about')}</p>
      <AlertsPage {...loaderData} failure={actionData?.failure} />
    </main>
  )
}
