import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { Plug } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { changeWebhooks, loadWebhooks, toWebhookFailure } from './webhooks.server.ts'
import { WebhooksPage } from './webhooks-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { run, shop } = await currentShop(args)
  const { language } = shop.display
  const words = pageWords.words(language)
  return {
    words,
    model: await loadWebhooks(run, { zone: shop.zone, language }),
    domain: shop.domain,
    shopName: shop.name,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    return { outcome: await changeWebhooks(run, form, '') }
  } catch (refusal) {
    const { failure, status } = toWebhookFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function WebhooksRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData, actionData }: Route.ComponentProps) {
  const t = useWords()
  const { model, domain, shopName } = loaderData
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('page.about')}</p>
      {model ? (
        <WebhooksPage
          domain={domain}
          failure={failure}
          model={model}
          secret={outcome?.kind === 'secret' ? outcome.secret : undefined}
        />
      ) : (
        <EmptyState icon={Plug} title={t('page.hidden')}>
          {t('page.hiddenAdvice', { shop: shopName })}
        </EmptyState>
      )}
    </main>
  )
}
