import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { Eye } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import { EmptyState, Notice } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { endShares, loadShares, toShareFailure } from './shares.server.ts'
import { SharesCard } from './shares-card.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { run, shop } = await currentShop(args)
  const { language } = shop.display
  const shares = await loadShares(run, { zone: shop.zone, language })
  return { shares, domain: shop.domain, words: pageWords.words(language) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { run, shop } = await currentShop(args)
  const form = await args.request.formData()
  try {
    await endShares(run, form)
    return { failure: undefined }
  } catch (refusal) {
    const { failure, status } = toShareFailure(refusal, form, shop.display.language)
    return data({ failure }, { status })
  }
})

export default function SharesRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData: { shares, domain }, actionData }: Route.ComponentProps) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('about')}</p>
      {actionData?.failure && (
        <div className="mb-6" role="alert">
          <Notice severity="serious">{actionData.failure.message}</Notice>
        </div>
      )}
      {shares ? (
        <SharesCard domain={domain} shares={shares} />
      ) : (
        <EmptyState icon={Eye} title={t('hiddenTitle')}>
          {t('hiddenText')}
        </EmptyState>
      )}
    </main>
  )
}
