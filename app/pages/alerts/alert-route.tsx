import { data, href, Link, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/alert-route.ts'
import { loadForm, saveAlert } from './alert-form.server.ts'
import { AlertForm } from './alert-form.tsx'
import { loadQuiet, placeOf, toAlertFailure } from './alerts.server.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

/** Stands in the address of a new one. */
const fresh = 'new'
const idOf = (alert: string) => (alert === fresh ? null : alert)

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const quiet = await loadQuiet(args.context.get(servicesContext).run)
  const { domain, display } = services.shop
  const asked = { id: idOf(args.params.alert), search: args.url.searchParams, place: placeOf(services), quiet }
  return { model: await loadForm(services, asked), domain, words: pageWords.words(display.language) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  try {
    await saveAlert(services, { id: idOf(args.params.alert), form })
  } catch (refusal) {
    const { failure, status } = toAlertFailure(refusal, form, services.shop.display.language)
    return data({ failure }, { status })
  }
  return redirect(href('/shop/:domain/settings/alerts', { domain: services.shop.domain }))
})

export default function AlertRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData: { domain, model }, actionData }: Route.ComponentProps) {
  const t = useWords()
  const title = t(model.alert === null ? 'newTitle' : 'editTitle')
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <p className="mb-2 text-[13px]">
        <Link
          className="touch-target rounded underline underline-offset-2"
          to={href('/shop/:domain/settings/alerts', { domain })}
        >
          {t('all')}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="mt-1 mb-6 text-pretty text-soft">{t('formAbout')}</p>
      <AlertForm failure={actionData?.failure} model={model} />
    </main>
  )
}
