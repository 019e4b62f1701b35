import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { loadBillingBanner } from '../blocks/billing/banner.server.ts'
import { sampleWords } from '../blocks/sample-shop/words.server.ts'
import { currentShop } from '../blocks/shop/current-shop.server.ts'
import { guard, isDomainLike, validated } from '../guards/guard.server.ts'
import { pageLanguage } from '../guards/page-language.server.ts'
import { guarded, servicesContext } from '../request.server.ts'
import type { Route } from './+types/shop-route.ts'
import { ErrorPage } from './basic/index.ts'

/** Its code is for some shops alone: others do not ask for it. */
const ShopBars = lazy(async () => ({ default: (await import('./shop-bars.tsx')).ShopBars }))

export const middleware: Route.MiddlewareFunction[] = [
  validated(({ domain }) => isDomainLike(domain)),
  guard('has-active-shop'),
]

/** Ensures for the pages below that the shop exists. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop } = await currentShop(args)
  const services = args.context.get(servicesContext)
  const language = await pageLanguage(args.context)
  const banner = await loadBillingBanner(await services.inOrganisation(shop.organisation), {
    language,
    zone: shop.zone,
    now: services.now(),
  })
  const sample = shop.isSample ? { language, words: sampleWords.words(language) } : undefined
  const billing = banner && { language, ...banner }
  return { domain: shop.domain, name: shop.name, bars: sample || billing ? { sample, billing } : undefined }
})

export default function ShopRoute({ loaderData: { domain, bars } }: Route.ComponentProps) {
  return (
    <>
      {bars && (
        <Suspense>
          <ShopBars domain={domain} {...bars} />
        </Suspense>
      )}
      <Outlet />
    </>
  )
}

export { ErrorPage as ErrorBoundary }
