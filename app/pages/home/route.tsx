import { lazy, Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import { sampleWords } from '../../blocks/sample-shop/words.server.ts'
import { inLanguage } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { Store } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { buttonClass, EmptyState } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import type { Route } from './+types/route.ts'
import { hubsOf } from './hubs-of.server.ts'
import { loadShopFigures } from './load-shop-figures.server.ts'
import { ShopCard, ShopCardSkeleton } from './shop-card.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

/** For whoever has no shop yet. */
const SampleOffer = lazy(async () => ({
  default: (await import('../../blocks/sample-shop/sample-shop.tsx')).SampleOffer,
}))

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const language = await pageLanguage(context)
  const shops = await services.listShops()
  const [first] = shops
  if (first && shops.length === 1) throw redirect(href('/shop/:domain', { domain: first.domain }))
  const figuresOf = async (domain: string) => {
    const shop = await services.shop(domain)
    return shop && loadShopFigures(inLanguage(shop, language))
  }
  const sample = shops.length === 0 ? { language, words: sampleWords.words(language) } : undefined
  return {
    words: pageWords.words(language),
    sample,
    hubs: hubsOf(shops, await services.run('organisation.list'), pageWords.say(language)),
    shops: shops.map(({ domain, name }) => ({ domain, name, figures: figuresOf(domain) })),
  }
})

/** Makes and fills a sample shop, and leads to it; or throws it away. */
export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const services = context.get(servicesContext)
  const form = await request.formData()
  if (formText(form, 'sample') === 'discard') {
    const shop = await services.shop(formText(form, 'domain'))
    await shop?.run('shop.discard_sample')
    return redirect(href('/'))
  }
  const { id } = await services.run('shop.create_sample')
  const shop = await services.shop(id)
  await shop?.run('shop.fill_sample')
  return redirect(shop ? href('/shop/:domain', { domain: shop.shop.domain }) : href('/'))
})

export default function HomeRoute({ loaderData: { words, ...content } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <Home {...content} />
    </WordsProvider>
  )
}

type Content = Omit<Route.ComponentProps['loaderData'], 'words'>

function Home({ hubs, shops, sample }: Content) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8" id="content" tabIndex={-1}>
      <PageTitle>{t('nav.title')}</PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="font-semibold text-2xl tracking-tight">{t(shops.length > 0 ? 'title' : 'welcome')}</h1>
        {shops.length > 0 && (
          <p className="flex flex-wrap gap-2 sm:justify-end">
            {hubs.map(({ domain, label }) => (
              <Link className={buttonClass()} key={domain} to={href('/shop/:domain/hub', { domain })}>
                {label}
              </Link>
            ))}
            <Link className={buttonClass()} to={href('/register')}>
              {t('add')}
            </Link>
          </p>
        )}
      </div>
      {shops.length === 0 ? (
        <>
          <EmptyState
            action={
              <Link className={buttonClass('primary')} to={href('/register')}>
                {t('empty.go')}
              </Link>
            }
            icon={Store}
            title={t('empty.title')}
          >
            {t('empty.text')}
          </EmptyState>
          {sample && (
            <WordsProvider words={sample.words}>
              <Suspense>
                <SampleOffer language={sample.language} />
              </Suspense>
            </WordsProvider>
          )}
        </>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {shops.map((shop) => (
            <li key={shop.domain}>
              <Suspense fallback={<ShopCardSkeleton name={shop.name} />}>
                <Later errorElement={<ShopCard figures={undefined} shop={shop} />} resolve={shop.figures}>
                  {(figures) => <ShopCard figures={figures} shop={shop} />}
                </Later>
              </Suspense>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}
