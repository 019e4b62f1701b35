import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { Plug } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { assistantsAt, byClick } from './assistants.ts'
import { changeKeys, loadKeys, toKeysFailure } from './keys.server.ts'
import { KeysPage } from './keys-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

async function keysOf(args: Route.LoaderArgs | Route.ActionArgs) {
  const { shop } = await currentShop(args)
  return { shop, run: await args.context.get(servicesContext).inOrganisation(shop.organisation) }
}

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, run } = await keysOf(args)
  const { language } = shop.display
  const say = pageWords.say(language)
  const { isOffered, address } = args.context.get(servicesContext).assistants
  const assistants = [
    ...(isOffered ? [byClick(address, say)] : []),
    ...assistantsAt(new URL(args.request.url).origin, say),
  ]
  return { words: pageWords.words(language), keys: await loadKeys(run, language), assistants, shopName: shop.name }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { shop, run } = await keysOf(args)
  const form = await args.request.formData()
  try {
    const { origin } = new URL(args.request.url)
    return { created: await changeKeys(run, form, { origin, domain: shop.domain }) }
  } catch (refusal) {
    const { failure, status } = toKeysFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function ApiKeysRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData, actionData }: Route.ComponentProps) {
  const t = useWords()
  const { keys, assistants, shopName } = loaderData
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  const created = actionData && 'created' in actionData ? actionData.created : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('page.about')}</p>
      {keys ? (
        <KeysPage assistants={assistants} created={created} failure={failure} keys={keys} />
      ) : (
        <EmptyState icon={Plug} title={t('page.hidden')}>
          {t('page.hiddenAdvice', { shop: shopName })}
        </EmptyState>
      )}
    </main>
  )
}
