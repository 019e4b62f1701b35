import { data, href, Link, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/webhook-route.ts'
import { WebhookPage } from './webhook-page.tsx'
import { changeWebhooks, loadWebhook, toWebhookFailure } from './webhooks.server.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { run, shop } = await currentShop(args)
  const { language } = shop.display
  const place = { zone: shop.zone, language, cursor: args.url.searchParams.get('cursor') }
  const model = await loadWebhook(run, args.params.webhook, place)
  return { words: pageWords.words(language), model, domain: shop.domain }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    const outcome = await changeWebhooks(run, form, args.params.webhook)
    if (outcome.kind !== 'removed') return { outcome }
    return redirect(href('/shop/:domain/settings/webhooks', { domain: shop.domain }))
  } catch (refusal) {
    const { failure, status } = toWebhookFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function WebhookRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData, actionData }: Route.ComponentProps) {
  const t = useWords()
  const { model, domain } = loaderData
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.one')}</PageTitle>
      <p className="mb-2 text-[13px]">
        <Link className="underline underline-offset-2" to={href('/shop/:domain/settings/webhooks', { domain })}>
          {t('page.all')}
        </Link>
      </p>
      <h1 dir="ltr" className="break-all font-semibold text-xl tracking-tight">
        {model.webhook.url}
      </h1>
      <WebhookPage
        failure={failure}
        isSaved={outcome?.kind === 'done'}
        model={model}
        secret={outcome?.kind === 'secret' ? outcome.secret : undefined}
      />
    </main>
  )
}
