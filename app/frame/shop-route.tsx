import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { sampleWords } from '../blocks/sample-shop/words.server.ts'
import { currentShop } from '../blocks/shop/current-shop.server.ts'
import { guard, isDomainLike, validated } from '../guards/guard.server.ts'
import { pageLanguage } from '../guards/page-language.server.ts'
import { guarded } from '../request.server.ts'
import type { Route } from './+types/shop-route.ts'
import { ErrorPage } from './basic/index.ts'

/** Its code is for sample shops alone: others do not ask for it. */
const SampleBar = lazy(async () => ({ default: (await import('../blocks/sample-shop/sample-shop.tsx')).SampleBar }))

export const middleware: Route.MiddlewareFunction[] = [
  validated(({ domain }) => isDomainLike(domain)),
  guard('has-active-shop'),
]

/** Ensures for the pages below that the shop exists. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  const language = await pageLanguage(args.context)
  const sample = shop.isSample ? { language, words: sampleWords.words(language) } : undefined
  return { domain: shop.domain, name: shop.name, sample }
})

export default function ShopRoute({ loaderData: { domain, sample } }: Route.ComponentProps) {
  return (
    <>
      {sample && (
        <Suspense>
          <SampleBar domain={domain} {...sample} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}

export { ErrorPage as ErrorBoundary }
